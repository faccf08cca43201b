"""Opens a page in Chromium, light and dark, wide and 390 pixels narrow: nothing may be wider than the page, and axe-core
finds nothing that people cannot read or reach.

usage: page.py CHROMIUM PAGE; prints what is wrong, a line each, then the number of views.
"""

import html
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# Only its copy of axe-core: the module itself wants a browser of its own.
AXE = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"
VIEWS = [(scheme, width) for width in (1280, 390) for scheme in ("light", "dark")]

SCRIPT = """
addEventListener("load", async () => {
  const root = document.documentElement;
  const wide = [...document.querySelectorAll("body *")]
    .filter(e => !e.closest(".scroll, .frame") && e.getBoundingClientRect().right > root.clientWidth + 1)
    .map(e => `${e.localName}.${e.className.baseVal ?? e.className}`);
  // Tables of few columns fit without scrolling.
  const cut = [...document.querySelectorAll(".narrow")]
    .filter(e => e.scrollWidth > e.clientWidth).map(e => e.getAttribute("aria-labelledby"));
  const found = { cut, width: root.clientWidth, overflow: root.scrollWidth - root.clientWidth, wide: wide.slice(0, 5) };
  const result = await axe.run(document);
  found.rules = result.passes.length;
  found.violations = result.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.target).join(" ")}`);
  parent.document.body.dataset.found = JSON.stringify(found);
});
"""


def wrapped(page: str, scheme: str, width: int) -> str:
    # The page allows no script: for the look at it, its own rule against them is left out.
    page, count = re.subn(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
    assert count == 1, "the page has no policy"
    assert "prefers-color-scheme: dark" in page, "the page has no dark colors"
    media = "min-width: 0" if scheme == "dark" else "max-width: 0"
    page = page.replace("prefers-color-scheme: dark", media)
    page = page.replace("</head>", f"<script>{AXE.read_text()}</script><script>{SCRIPT}</script></head>", 1)
    # A window of Chromium is at least 500 pixels wide; a frame in it is not.
    return f'<!DOCTYPE html><body><iframe width="{width}" height="900" srcdoc="{html.escape(page)}"></iframe>'


def look(chromium: str, page: str, scheme: str, width: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "view.html"
        path.write_text(wrapped(page, scheme, width))
        command = [
            chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            f"--user-data-dir={folder}/profile", "--window-size=1400,1000", "--virtual-time-budget=60000", "--dump-dom",
            path.as_uri(),
        ]
        text = subprocess.run(command, capture_output=True, text=True, timeout=240).stdout
    match = re.search(r'<body data-found="([^"]*)"', text)
    if not match:
        return ["the page was not looked at"]
    found = json.loads(html.unescape(match[1]))
    # A vertical scroll bar takes a few pixels.
    assert width - 30 <= found["width"] <= width, found
    assert found["rules"] > 10, found
    faults = [f"{found['overflow']} pixels too wide: {found['wide']}"] if found["overflow"] > 0 else []
    faults += [f"{name} is cut" for name in found["cut"]]
    return faults + found["violations"]


def main() -> int:
    chromium, path = sys.argv[1:]
    page = pathlib.Path(path).read_text()
    faults = [f"{s} {w}: {fault}" for s, w in VIEWS for fault in look(chromium, page, s, w)]
    for fault in faults:
        print(fault)
    print(len(VIEWS))
    return 1 if faults else 0


sys.exit(main())
