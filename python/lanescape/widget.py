"""The widget. `anywidget` brings it into JupyterLab and Notebook, and into other notebooks that a browser has from http(s)."""

from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import anywidget
import traitlets

from lanescape.page_files import page_address


class Lanescape(anywidget.AnyWidget):
    """A page of Lanescape. State in: a path and the fields of its link. Answer out: what the page says of it.

    >>> view = Lanescape("/banks/transpose", v="padded", pad=1)
    >>> view                     # the pictures
    >>> view.show(pad=0)         # other fields; the rest stays
    >>> view.answer              # {"said": {...}, "variants": [{"variant", "evidence"}]}, None until the page has drawn
    >>> view.observe(print, "answer")
    """

    _esm = Path(__file__).parent / "widget.js"

    address = traitlets.Unicode().tag(sync=True)
    link = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(480).tag(sync=True)
    answer = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, path: str = "/banks/transpose", *, height: int = 480, **state):
        """`embed=None` shows the whole page, with controls, evidence and source; only pictures alone give an answer."""
        super().__init__(address=page_address(), link=link_of(path, {"embed": 1, **state}), height=height)

    def show(self, path: "str | None" = None, **state):
        """Goes to another page, or to other fields of this one. A field that is None leaves the link."""
        here, fields = parts_of(self.link)
        kept = fields if path is None or path == here else {name: fields[name] for name in ("embed",) if name in fields}
        link = link_of(path or here, {**kept, **state})
        # Where nothing changes, the page has nothing new to say.
        if link != self.link:
            self.answer = None
            self.link = link


def link_of(path: str, fields: dict) -> str:
    """'#/banks/transpose?pad=1'. Lists are joined by commas, as links of the page have them."""
    words = {name: text_of(value) for name, value in fields.items() if value is not None}
    return f"#/{path.strip('/')}" + (f"?{urlencode(words)}" if words else "")


def parts_of(link: str):
    """The path, and the fields as text."""
    path, _, words = link.lstrip("#").partition("?")
    return path, dict(parse_qsl(words, keep_blank_values=True))


def text_of(value) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
