"""Senders that ask for more than there is: processes with a few connections each, every one as fast as it is answered or at a pace."""

import multiprocessing
import socket
import threading
import time


class Answer:
    def __init__(self, status, seconds, retry_after):
        self.status, self.seconds, self.retry_after = status, seconds, retry_after


def _exchange(connection, payload):
    connection.sendall(payload)
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(65536)
        if not part:
            raise OSError("closed")
        received += part
    head, rest = received.split(b"\r\n\r\n", 1)
    headers = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    while len(rest) < int(headers[b"content-length"]):
        part = connection.recv(65536)
        if not part:
            raise OSError("closed")
        rest += part
    return int(head[9:12]), headers


def _send(port, payload, pace, until, answers):
    connection, due = None, time.monotonic()
    while time.monotonic() < until:
        due += pace
        time.sleep(max(0.0, due - time.monotonic()))
        began = time.monotonic()
        try:
            if connection is None:
                connection = socket.create_connection(("127.0.0.1", port), timeout=30)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            status, headers = _exchange(connection, payload)
            answers.append(Answer(status, time.monotonic() - began, b"retry-after" in headers))
            if headers.get(b"connection") == b"close":
                connection.close()
                connection = None
        except OSError:
            answers.append(Answer(0, time.monotonic() - began, False))
            connection = None
    if connection is not None:
        connection.close()


def _process(port, payload, connections, pace, until, results):
    answers = []
    threads = [threading.Thread(target=_send, args=(port, payload, pace, until, answers)) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(answers)


class Flood:
    """`per_second` requests by all connections together; 0: as many as are answered."""

    def __init__(self, port, token, body, seconds, processes=1, connections=1, per_second=0):
        payload = (f"POST /v1/http HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
                   f"Content-Type: application/x-ndjson\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body
        pace = processes * connections / per_second if per_second else 0
        self._results = multiprocessing.Queue()
        until = time.monotonic() + seconds
        self._processes = [multiprocessing.Process(target=_process, args=(port, payload, connections, pace, until, self._results))
                           for _ in range(processes)]
        for process in self._processes:
            process.start()

    def answers(self):
        collected = [answer for _ in self._processes for answer in self._results.get(timeout=600)]
        for process in self._processes:
            process.join()
        return collected


def milliseconds(answers, share):
    """A percentile of the answers' times."""
    ordered = sorted(answer.seconds for answer in answers)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
