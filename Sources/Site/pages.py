"""An extension of Sphinx: what DocC and GitHub know of the pages and MyST does not, and pages of the files that they link to."""

from __future__ import annotations

import pathlib
import posixpath
import re
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from docutils import nodes
from pygments.lexers import get_lexer_for_filename
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

LANGUAGES = {".conf": "ini", ".service": "ini", ".socket": "ini"}
PICTURE = re.compile(r'<picture>\s*<source [^>]*dark[^>]*srcset="(.+?)">\s*<img src="(.+?)" alt="(.+?)">\s*</picture>')
# What a drawing has that has colors for dark pages, or a ground of its own.
GROUND = re.compile(r'prefers-color-scheme|<rect width="100%"')
ASIDE = re.compile(r"^> (Note|Tip|Important|Warning): (.*(?:\n>.*)*)", re.M)
IMAGE = "```{image} %s\n:alt: \\3\n:class: only-%s\n```\n"
NODE = re.compile(r'(\w+)(?:(\(\[|\[\(|\[)"(.*?)"[\])]+)?$')
# Named, so that the drawing is the same on every machine.
FONT = '"DejaVu Sans,sans-serif"'
SHAPES = {None: "box", "[": "box", "([": "oval", "[(": "cylinder"}

shown: Set[str] = set()


def contents(app: Sphinx) -> Iterator[str]:
    for caption, pages in app.config.ORDER.items():
        yield "\n```{toctree}\n:hidden:\n:caption: " + caption
        for line in pages.split("\n")[1:]:
            title, _, name = line.strip().rpartition(" = ")
            module, _, page = name.partition("/")
            if (pathlib.Path(app.srcdir) / "Sources" / module / f"{module}.docc").is_dir():
                name = f"Sources/{module}/{module}.docc/{page}"
            yield f"{title} </{name}>" if title else f"/{name}"
        yield "```"


def graph(chart: str) -> str:
    """A flowchart of Mermaid, which is drawn by a script in the browser alone, for Graphviz."""
    lines: List[str] = []
    edges: List[Tuple[str, str, str]] = []
    boxes: List[str] = []
    first: Dict[str, str] = {}
    for line in filter(None, map(str.strip, chart.replace("<br/>", r"\n").splitlines())):
        word, _, rest = line.partition(" ")
        if word == "flowchart":
            # A page is narrow: what runs to the right in a chart runs down.
            lines.append(f"digraph {{ rankdir={rest.replace('LR', 'TB')}; compound=true; bgcolor=transparent; nodesep=0.2")
            lines.append(f"ranksep=0.3; fontname={FONT}; style=rounded; color=gray; node [fontname={FONT}]")
            lines.append(f"edge [fontname={FONT}, fontsize=11]")
        elif word == "subgraph":
            box, _, label = rest.partition("[")
            boxes.append(box)
            lines.append(f"subgraph cluster_{box} {{ label={label.rstrip(']')}")
        elif line == "end":
            boxes.pop()
            lines.append("}")
        else:
            labels = re.findall(r' --(?: "(.*?)" --)?> ', line)
            ends = [NODE.match(text) for text in re.split(r' --(?: ".*?" --)?> ', line)]
            if None in ends:
                raise ExtensionError(f"the site does not know this line of a diagram: {line}")
            for name, shape, label in (end.groups() for end in ends if end):
                if label or not labels:
                    lines.append(f'{name} [label="{label or name}", shape={SHAPES[shape]}]')
                    first.update({box: name for box in boxes if box not in first})
            edges.extend((a[1], b[1], label) for a, b, label in zip(ends, ends[1:], labels) if a and b)
    for a, b, label in edges:
        options = [f"{key}=cluster_{end}" for key, end in (("ltail", a), ("lhead", b)) if end in first]
        options += [f'label=" {label}"'] if label else []
        lines.append(f"{first.get(a, a)} -> {first.get(b, b)} [{', '.join(options)}]")
    return "\n".join([*lines, "}"])


def read_source(app: Sphinx, name: str, source: List[str]) -> None:
    """DocC's links to pages, asides and names of pictures; GitHub's picture for dark pages, and its diagrams."""
    text = re.sub(r"<doc:(\w+)>", r"[](\1.md)", source[0])
    text = ASIDE.sub(lambda found: f"````{{{found[1].lower()}}}\n" + re.sub("\n> ?", "\n", found[2]) + "\n````", text)
    text = re.sub(r"(!\[[^]]*\]\([\w/-]+)\)", r"\1.*)", text)
    text = PICTURE.sub(IMAGE % (r"\1", "dark") + IMAGE % (r"\2", "light"), text)
    text = re.sub(r"```mermaid\n(.*?)```", lambda found: "```{graphviz}\n" + graph(found[1]) + "\n```", text, flags=re.S)
    source[0] = "\n".join([text, *contents(app)]) if name == app.config.root_doc else text


def read_tree(app: Sphinx, tree: nodes.document) -> None:
    """Links to files of the sources lead to pages; another drawing than one for dark pages lies on paper."""
    folder = posixpath.dirname(app.env.docname)
    for link in list(tree.findall(addnodes.download_reference)):
        file = posixpath.normpath(posixpath.join(folder, link["reftarget"]))
        shown.add(file)
        target = posixpath.relpath(f"{file}.html", folder or ".")
        link.replace_self(nodes.reference("", "", *link.children, internal=True, refuri=target))
    for image in tree.findall(nodes.image):
        for file in pathlib.Path(app.srcdir, folder).glob(image["uri"]):
            if file.suffix == ".svg" and not GROUND.search(file.read_text()):
                image["classes"].append("paper")


def find_folder(app: Sphinx, env: BuildEnvironment, link: nodes.Element, text: nodes.Element) -> Optional[nodes.Element]:
    """A link to a folder leads to its README. One that has none is only in the repository: words are left of the link."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(link["refdoc"]), link["reftarget"]))
    if not posixpath.isdir(posixpath.join(app.srcdir, path)):
        return None
    if f"{path}/README" not in env.found_docs:
        return text
    target = app.builder.get_relative_uri(link["refdoc"], f"{path}/README")
    return nodes.reference("", "", text, internal=True, refuri=target)


def other_pages(app: Sphinx) -> Iterator[Tuple[str, Dict[str, Any], str]]:
    for file in sorted(shown):
        text = (pathlib.Path(app.srcdir) / file).read_text()
        try:
            language = LANGUAGES.get(posixpath.splitext(file)[1]) or get_lexer_for_filename(file).aliases[0]
        except ValueError:
            language = "sh" if text.startswith("#!") else "text"
        body = app.builder.highlighter.highlight_block(text, language, force=True)
        yield file, {"title": file, "body": body, "toctree": lambda **_: ""}, "source.html"
    yield "index", {"toctree": lambda **_: ""}, "index.html"


def mend_theme(app: Sphinx, error: Optional[Exception]) -> None:
    """Debian's Furo loads a part of its script as a module, which no browser does from a file, and a style from a server."""
    static = pathlib.Path(app.outdir) / "_static"
    script, part, style = (static / name for name in ("scripts/furo.js", "scripts/gumshoe-patched.js", "styles/furo.css"))
    if not error and part.exists():
        script.write_text(part.read_text() + re.sub(r"^import .*\n", "", script.read_text()))
        style.write_text(re.sub(r"^@import .*\n", "", style.read_text()))
        part.unlink()


def setup(app: Sphinx) -> None:
    app.add_config_value("ORDER", {}, "env")
    app.connect("source-read", read_source)
    # Before Sphinx collects what is to be downloaded.
    app.connect("doctree-read", read_tree, priority=400)
    app.connect("missing-reference", find_folder)
    app.connect("html-collect-pages", other_pages)
    app.connect("build-finished", mend_theme)
