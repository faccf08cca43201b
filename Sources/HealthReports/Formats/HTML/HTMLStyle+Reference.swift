extension HTMLStyle {
  /// The style sheet of a catalog's reference: that of reports without pictures, with links.
  static let reference: String = [HTMLColors.css, page, header, tables, catalog, print].joined()

  private static let catalog = """
    h1, h2 { white-space: normal; overflow-wrap: anywhere; }
    h3 { margin-top: 1.5rem; }
    a { color: var(--note); text-decoration-thickness: 1px; text-underline-offset: 0.15em; }
    .trail { margin-bottom: 1.5rem; font-size: 0.9rem; }
    section > p, nav > p { max-width: 44rem; margin-top: 0.75rem; }
    main > nav { margin-top: clamp(1.5rem, 4vw, 2.5rem); }
    main > nav ul { margin: 0.75rem 0 0; padding: 0; list-style: none; columns: 11rem; }
    main > nav li { padding: 0.15rem 0; break-inside: avoid; color: var(--muted); }
    section ul { max-width: 44rem; margin: 0.75rem 0 0; padding-left: 1.2rem; }
    .facts {
      display: grid; grid-template-columns: minmax(0, 8rem) minmax(0, 1fr); gap: 0.3rem 1.25rem;
      margin: 1.5rem 0 0;
    }
    .facts dt { color: var(--muted); }
    .facts dd { margin: 0; }
    .frame {
      margin: 1rem 0 0; padding: 0.65rem 1rem; overflow-x: auto; border-radius: 0.4rem; background: var(--frame);
      font-size: 0.85rem; line-height: 1.6; white-space: pre; overflow-wrap: normal;
    }
    .wide table { min-width: 40rem; }
    .narrow th, .narrow td { overflow-wrap: anywhere; }
    .narrow tbody th { min-width: 7rem; }

    """
}
