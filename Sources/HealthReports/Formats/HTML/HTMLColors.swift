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
