"""The built page for frames in a notebook: static files, served from this process to this machine alone."""

import os
import threading
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).parent
# Of the installed package, or of a checkout in which the page was built.
FOLDERS = (HERE / "dist", HERE.parents[1] / "dist")


class PageFiles(SimpleHTTPRequestHandler):
    """Files, and no lists of folders."""

    # A machine's own table of types may be wrong, and a browser runs no module of another type.
    extensions_map = {
        "": "application/octet-stream",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".json": "application/json; charset=utf-8",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".ptx": "text/plain; charset=utf-8",
    }

    def send_head(self):
        # The worker that keeps a hosted page: a notebook has the page already, under another port each time.
        if self.path.split("?")[0] == "/sw.js":
            return self.send_error(404)
        return super().send_head()

    def list_directory(self, path):
        return self.send_error(404)

    def log_message(self, *_):
        pass


@lru_cache(maxsize=None)
def page_port() -> int:
    """Starts the files of this process, once. Raises FileNotFoundError where there is no page."""
    folder = next((each for each in FOLDERS if (each / "index.html").is_file()), None)
    if folder is None:
        raise FileNotFoundError(f"no built page in {FOLDERS[0]}: in a checkout, run npm run build first")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(PageFiles, directory=os.fspath(folder)))
    threading.Thread(target=server.serve_forever, daemon=True, name="lanescape page").start()
    return server.server_port


def page_address() -> str:
    """As the notebook's browser reaches it: this machine, or below a hub's address, which needs jupyter-server-proxy there."""
    hub = os.environ.get("JUPYTERHUB_SERVICE_PREFIX")
    port = page_port()
    return f"http://127.0.0.1:{port}/" if hub is None else f"{hub.rstrip('/')}/proxy/{port}/"
