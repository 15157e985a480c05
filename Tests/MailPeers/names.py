"""A name server (dnspython) on loopback, over UDP and TCP.

    names.py ZONE

ZONE is JSON: the TXT records of each name, each a list of strings; `"servfail"` for a name that the server cannot find out; `{"cname": NAME}` for an
alias. Over UDP it truncates what exceeds 512 bytes. The first line that it prints is its port. It ends when standard input does.
"""

import asyncio
import json
import struct
import sys

import dns.flags
import dns.message
import dns.rcode
import dns.rrset

ZONE = json.loads(sys.argv[1])


def answer(query):
    request = dns.message.from_wire(query)
    response = dns.message.make_response(request)
    response.flags |= dns.flags.RA
    asked = request.question[0].name
    records = ZONE.get(str(asked).rstrip("."))
    if isinstance(records, dict):
        response.answer.append(dns.rrset.from_text(asked, 60, "IN", "CNAME", records["cname"] + "."))
        asked, records = dns.name.from_text(records["cname"]), ZONE.get(records["cname"])
    if records is None:
        response.set_rcode(dns.rcode.NXDOMAIN)
    elif records == "servfail":
        response.set_rcode(dns.rcode.SERVFAIL)
    elif records:
        texts = [" ".join('"' + text.replace('"', '\\"').replace(";", "\\;") + '"' for text in record) for record in records]
        response.answer.append(dns.rrset.from_text(asked, 60, "IN", "TXT", *texts))
    return response


class Datagrams(asyncio.DatagramProtocol):
    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, address):
        response = answer(data)
        wire = response.to_wire()
        if len(wire) > 512:
            response.answer.clear()
            response.flags |= dns.flags.TC
            wire = response.to_wire()
        self.transport.sendto(wire, address)


async def stream(reader, writer):
    size = struct.unpack("!H", await reader.readexactly(2))[0]
    wire = answer(await reader.readexactly(size)).to_wire()
    writer.write(struct.pack("!H", len(wire)) + wire)
    await writer.drain()
    writer.close()


async def main():
    loop = asyncio.get_running_loop()
    server = await asyncio.start_server(stream, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    await loop.create_datagram_endpoint(Datagrams, local_addr=("127.0.0.1", port))
    print(port, flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
