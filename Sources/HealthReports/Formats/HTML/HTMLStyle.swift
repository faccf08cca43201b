/// The page's style sheet; nothing that comes from a sample or a file is ever part of it.
enum HTMLStyle {
  static let css: String = [HTMLColors.css, page, header, pictures, tables, findings, print].joined()

  private static let page = """
    *, *::before, *::after { box-sizing: border-box; }
    html { font-size: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0 auto; max-width: 76rem; padding: clamp(1.5rem, 5vw, 4rem) clamp(1rem, 4vw, 3rem) 3rem;
      background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
      font-variant-numeric: tabular-nums lining-nums;
    }
    h1, h2, .verdict {
      font-family: Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif; text-wrap: balance;
    }
    h1 { margin: 0; font-size: clamp(1.6rem, 4.5vw, 2.4rem); font-weight: 600; line-height: 1.15; }
    h2 { margin: 0 0 0.35rem; font-size: 1.35rem; font-weight: 600; line-height: 1.25; white-space: nowrap; }
    h3 { margin: 0; font-size: 1rem; font-weight: 600; line-height: 1.4; }
    p { margin: 0; }
    code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace; }
    code { font-size: 0.875em; unicode-bidi: isolate; }
    section { margin-top: clamp(2.5rem, 6vw, 4rem); padding-top: 1.5rem; border-top: 1px solid var(--line); }
    .aside { max-width: 44rem; color: var(--muted); font-size: 0.9rem; }
    .shape { flex: none; width: 1em; height: 1em; vertical-align: -0.125em; }
    .shape .body { fill: currentColor; }
    .shape .sign { fill: none; stroke: var(--surface); stroke-width: 1.8; stroke-linecap: round; }
    .error { color: var(--error); }
    .warning { color: var(--warning); }
    .note { color: var(--note); }
    .sound { color: var(--sound); }
    .badge {
      display: inline-flex; align-items: center; gap: 0.4em; padding: 0.1rem 0.55rem 0.1rem 0.45rem;
      border-radius: 1rem; font-size: 0.8rem; font-weight: 600; line-height: 1.5; white-space: nowrap;
    }
    .badge.error { background: var(--error-wash); }
    .badge.warning { background: var(--warning-wash); }
    .badge.note { background: var(--note-wash); }
    :focus-visible { outline: 2px solid var(--note-fill); outline-offset: 2px; }
    footer {
      margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.85rem;
    }

    """

  private static let header = """
    .eyebrow {
      margin-bottom: 0.6rem; color: var(--muted); font-size: 0.8rem; font-weight: 600; letter-spacing: 0.08em;
      text-transform: uppercase;
    }
    .verdict {
      display: flex; align-items: center; gap: 0.35em; margin-top: clamp(1.5rem, 4vw, 2.5rem);
      font-size: clamp(2rem, 7vw, 3.25rem); font-weight: 600; line-height: 1.1; letter-spacing: -0.01em;
    }
    .verdict .shape { width: 0.8em; height: 0.8em; }
    .verdict .sign { stroke: var(--paper); stroke-width: 1.6; }
    .lede { max-width: 44rem; margin-top: 0.75rem; font-size: 1.1rem; }
    .tiles {
      display: flex; flex-wrap: wrap; gap: 1px; margin: clamp(1.5rem, 4vw, 2.5rem) 0 0; overflow: hidden;
      border: 1px solid var(--line); border-radius: 0.6rem; background: var(--surface);
    }
    .tiles > div { flex: 1 1 min(8.25rem, 44%); padding: 0.9rem 0.95rem 1rem; box-shadow: 0 0 0 1px var(--line); }
    .tiles dt { color: var(--muted); font-size: 0.82rem; }
    .tiles dd { margin: 0.15rem 0 0; font-size: 1.35rem; font-weight: 600; line-height: 1.25; white-space: nowrap; }

    """

  private static let pictures = """
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); column-gap: 3rem; }
    figure { margin: 1.25rem 0 0; min-width: 0; }
    figcaption { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; color: var(--muted); font-size: 0.85rem; }
    .key { display: inline-flex; align-items: center; gap: 0.45em; }
    .key svg { width: 1.5rem; height: 10px; }
    .bars { display: block; width: 100%; margin-top: 1rem; font-size: 13px; }
    .bars text { fill: var(--ink); }
    .bars .count { font-weight: 600; }
    .bars .parts { fill: var(--muted); font-size: 12px; }
    .fill-error { fill: var(--error-fill); }
    .fill-warning { fill: var(--warning-fill); }
    .fill-note { fill: var(--note-fill); }
    .strips { margin: 1.5rem 0 0; padding: 0; list-style: none; }
    .strips li, .axis {
      display: grid; grid-template: "name strip peak" auto / minmax(0, 15rem) minmax(0, 1fr) 8rem;
      column-gap: 1.5rem; align-items: end;
    }
    .strips li { padding: 0.7rem 0 0; }
    .strips .what { grid-area: name; line-height: 1.3; }
    .strips .what span { display: block; color: var(--muted); font-size: 0.85rem; }
    .strips svg {
      grid-area: strip; display: block; width: 100%; height: 2.75rem; border-bottom: 1px solid var(--muted);
    }
    .strips path { fill: var(--bar); }
    .strips .peak { grid-area: peak; color: var(--muted); font-size: 0.85rem; }
    .axis { margin: 0; color: var(--muted); font-size: 0.85rem; }
    .axis > span { grid-area: strip; display: flex; justify-content: space-between; padding-top: 0.35rem; }
    .axis.single > span { justify-content: center; }
    .strips-rest { margin-top: 1rem; }
    @media (max-width: 44rem) {
      .strips li, .axis { grid-template: "name peak" auto "strip strip" auto / minmax(0, 1fr) auto; row-gap: 0.5rem; }
      .strips li { padding-top: 1.1rem; }
    }

    """

  private static let tables = """
    .scroll {
      margin-top: 1.25rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.6rem;
      background: var(--surface);
    }
    table { width: 100%; min-width: 44rem; border-collapse: collapse; font-size: 0.9rem; line-height: 1.45; }
    caption { padding: 0.9rem 1.1rem 0.6rem; color: var(--muted); font-size: 0.85rem; text-align: left; }
    th, td { padding: 0.55rem 1.1rem; text-align: left; vertical-align: baseline; font-weight: 400; }
    thead th { color: var(--muted); font-size: 0.8rem; font-weight: 600; white-space: nowrap; }
    tbody tr { border-top: 1px solid var(--line); }
    .number { text-align: right; white-space: nowrap; }
    .word { white-space: nowrap; }
    .name { min-width: 12.5rem; }
    .long { min-width: 18rem; }
    .scroll + .aside { margin-top: 0.75rem; }
    .narrow table { min-width: 0; }
    .narrow .name { min-width: 7rem; }
    @media (max-width: 44rem) {
      caption, th, td { padding-right: 0.6rem; padding-left: 0.6rem; }
      .narrow th, .narrow td { padding-right: 0.35rem; }
      .narrow .number { overflow-wrap: normal; white-space: normal; }
      .narrow .number:last-child { padding-right: 0.6rem; white-space: nowrap; }
      .narrow table { font-size: 0.82rem; }
      .narrow .badge svg { display: none; }
      .name { min-width: 0; overflow-wrap: normal; }
      .narrow .name { min-width: 0; overflow-wrap: anywhere; }
      .long { min-width: 28rem; }
      th.long { min-width: 13rem; }
    }

    """

  private static let findings = """
    .finding {
      margin-top: 1rem; padding: 1.1rem clamp(1rem, 3vw, 1.5rem) 1.2rem; border: 1px solid var(--line);
      border-radius: 0.6rem; background: var(--surface);
    }
    .finding h3 { margin-top: 0.6rem; font-size: 1.05rem; }
    .finding .head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 0.75rem; }
    .finding .place { margin-top: 0.15rem; color: var(--muted); font-size: 0.9rem; }
    .frame {
      display: flex; margin: 0.9rem 0 0; overflow-x: auto; border-radius: 0.4rem; background: var(--frame);
      font-size: 0.85rem; line-height: 1.6; white-space: pre; overflow-wrap: normal;
    }
    .frame code { padding: 0.65rem 1rem 0.65rem 0.85rem; font-size: 1em; }
    .frame .gutter {
      flex: none; padding: 0.65rem 0.85rem; border-right: 1px solid var(--line); color: var(--muted);
      user-select: none;
    }
    mark {
      border-bottom: 2px solid var(--mark-edge); border-radius: 0.15rem 0.15rem 0 0; background: var(--mark);
      color: var(--ink); font-weight: 600;
    }
    .hint { margin-top: 0.9rem; }
    .hint b { font-weight: 600; }
    .facts {
      display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.2rem 1rem; margin: 0.9rem 0 0;
      font-size: 0.9rem;
    }
    .facts dt { color: var(--muted); }
    .facts dd { margin: 0; }
    .others { margin-top: 0.9rem; font-size: 0.9rem; }
    .others summary { color: var(--muted); cursor: pointer; }
    .others ul { margin: 0.4rem 0 0; padding-left: 1.2rem; columns: 18rem; }
    .findings-rest { margin-top: 1.25rem; }

    """

  private static let print = """
    @media print {
      @page { margin: 16mm 14mm; }
      body { max-width: none; padding: 0; background: none; font-size: 10pt; }
      section { margin-top: 1.75rem; }
      h2, .finding .head, .finding h3 { break-after: avoid; }
      .finding, .strips li, .tiles, tr, .charts figure { break-inside: avoid; }
      .scroll { overflow: visible; border: 0; }
      table { min-width: 0; }
      th, td { padding: 0.3rem 0.5rem; }
      thead { display: table-header-group; }
      .name, .long { min-width: 0; }
      .frame { overflow: visible; border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
      .bars, .strips, .key, .shape, .badge, mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }

    """
}

/// The page's colors, by name, for light and dark screens; paper is always light.
///
/// Ink on its ground has a contrast of at least 4.5 to 1 in both, fills at least 3 to 1. A wash is the pale ground of a
/// severity, a fill is the color of its bars.
enum HTMLColors {
  static let css: String = """
    :root {
      color-scheme: light dark;
      --paper: #f8f7f3;
      --surface: #ffffff;
      --ink: #1d1f22;
      --muted: #5b6069;
      --line: #dfdcd3;
      --frame: #f3f1eb;
      --bar: #4f6f7e;
      --error: #a3271d;
      --error-fill: #c43d31;
      --error-wash: #fbebe8;
      --warning: #7a4b00;
      --warning-fill: #b97a16;
      --warning-wash: #faf0da;
      --note: #2b5680;
      --note-fill: #5585b5;
      --note-wash: #e8f0f8;
      --sound: #1e673d;
      --mark: #ffe08a;
      --mark-edge: #a3271d;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --paper: #15171a;
        --surface: #1d2024;
        --ink: #e9e7e2;
        --muted: #a7acb4;
        --line: #363a41;
        --frame: #16181b;
        --bar: #8fb0bf;
        --error: #ffa196;
        --error-fill: #e5695c;
        --error-wash: #40211e;
        --warning: #f0c068;
        --warning-fill: #cf9433;
        --warning-wash: #3a2c12;
        --note: #9cc4ec;
        --note-fill: #6799cb;
        --note-wash: #1c2d3f;
        --sound: #86d3a3;
        --mark: #5a4512;
        --mark-edge: #ffa196;
      }
    }

    """
}
