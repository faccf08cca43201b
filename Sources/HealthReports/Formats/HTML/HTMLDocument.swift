/// What is around the content of a page: its head, which allows no script and loads nothing, and its end.
enum HTMLDocument {
  /// Everything before the content; the title is safe to show but not yet escaped.
  static func opening(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(HTMLText.escaped(title))</title>
    <style>
    \(HTMLStyle.css)</style>
    </head>
    <body>

    """
  }

  /// The end of `main`, and the footer.
  static func closing(version: String) -> String {
    """
    </main>
    <footer>
    <p>Made by assay \(HTMLText.escaped(version)). This page is self-contained: it runs no script and loads nothing.</p>
    </footer>
    </body>
    </html>

    """
  }
}
