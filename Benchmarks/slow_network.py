"""A slow network between a server and its database on one machine."""

import multiprocessing
import pathlib
import shutil
import socket
import tempfile
import threading
import time


class SlowNetwork:
    """Forwards data to and from the database, delayed by half of `round_trip` seconds each way. A separate process, so that the
    measuring program does not delay it."""

    def __init__(self, database, round_trip):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-net-"))
        self.database, self.name = database, ".s.PGSQL.5432"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.folder / self.name))
        listener.listen()
        self.process = multiprocessing.Process(target=self._serve, args=(listener, round_trip / 2), daemon=True)
        self.process.start()
        listener.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.join()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self):
        return self.database.address().replace(str(self.database.folder), str(self.folder))

    def _serve(self, listener, delay):
        while True:
            near, _ = listener.accept()
            far = socket.socket(socket.AF_UNIX)
            far.connect(str(self.database.folder / self.name))
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=pass_on, args=(source, target, delay), daemon=True).start()


def pass_on(source, target, delay):
    """Delays each piece. A client of a database waits for its response, so pieces seldom overtake each other."""
    try:
        while piece := source.recv(65536):
            time.sleep(delay)
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # the other side closed first
