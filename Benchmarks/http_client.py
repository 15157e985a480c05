"""A minimal HTTP/1.1 client for measurements: one keep-alive connection, JSON in and out, nothing hidden."""

import json
import socket


class Connection:
    def __init__(self, port, timeout=60):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def request(self, method, path, body=None, token=None):
        """Sends one request and returns (status, headers, parsed JSON or None)."""
        data = b"" if body is None else json.dumps(body).encode()
        self.socket.sendall(encode(method, path, data, token, has_body=body is not None))
        return self.response()

    def response(self):
        while b"\r\n\r\n" not in self.buffer:
            self._receive()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        status, headers = parse_head(head)
        length = int(headers.get("content-length", "0"))
        while len(self.buffer) < length:
            self._receive()
        content, self.buffer = self.buffer[:length], self.buffer[length:]
        return status, headers, parse_json(headers, content)

    def close(self):
        self.socket.close()

    def _receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        self.buffer += data


def encode(method, path, data, token, has_body):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if has_body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
    elif method in ("POST", "PUT", "PATCH"):
        lines.append("Content-Length: 0")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + data


def parse_head(head):
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in rest:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return int(first.split(" ")[1]), headers


def parse_json(headers, content):
    return json.loads(content) if content and "json" in headers.get("content-type", "") else None
