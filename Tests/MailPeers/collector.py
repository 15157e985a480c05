"""A collector of traces on loopback, with OpenTelemetry's definitions of OTLP. Prints each accepted request as one line of JSON.

    collector.py

The first line that it prints is its port. It ends when standard input does. A request that the definitions reject gets 400.
"""

import base64
import http.server
import json
import sys
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

IDENTIFIERS = ("traceId", "spanId", "parentSpanId")


class Collector(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            if self.path != "/v1/traces" or self.headers["Content-Type"] != "application/json":
                raise ValueError("not a request of OTLP over HTTP with JSON")
            request = json_format.ParseDict(binary(json.loads(body)), ExportTraceServiceRequest())
            print(json.dumps(summary(request) | {"key": self.headers["x-api-key"] or ""}), flush=True)
            status = 200
        except Exception as rejection:
            print(f"{type(rejection).__name__}: {rejection}", file=sys.stderr)
            status = 400
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


def binary(value):
    """OTLP has identifiers as hexadecimal, where the JSON of Protocol Buffers has base64 (OTLP, "JSON Protobuf Encoding")."""
    if isinstance(value, list):
        return [binary(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: base64.b64encode(bytes.fromhex(each)).decode() if name in IDENTIFIERS else binary(each)
        for name, each in value.items()
    }


def summary(request):
    (resource,) = request.resource_spans
    return {
        "resource": attributes(resource.resource),
        "spans": [span(each) for scope in resource.scope_spans for each in scope.spans],
    }


def span(found):
    assert len(found.trace_id) == 16 and len(found.span_id) == 8 and len(found.parent_span_id) in (0, 8)
    assert 0 < found.start_time_unix_nano <= found.end_time_unix_nano
    return {
        "trace": found.trace_id.hex(), "id": found.span_id.hex(), "parent": found.parent_span_id.hex(), "name": found.name,
        "kind": found.kind, "attributes": attributes(found), "links": [link.trace_id.hex() for link in found.links],
        "events": [event.name for event in found.events], "status": found.status.code,
    }


def attributes(of):
    return {each.key: str(getattr(each.value, each.value.WhichOneof("value"))) for each in of.attributes}


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
server.shutdown()
