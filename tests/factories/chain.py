"""A real chain in this process, with a dollar token on it, and a facilitator: x402 without a network.

The chain answers JSON-RPC over HTTP like any node, so the program meets it through its own code; so does the facilitator,
which is the SDK's behind a small server.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from eth_account import Account
from eth_tester import EthereumTester, PyEVMBackend
from eth_utils import keccak
from web3 import Web3
from web3.providers.eth_tester import EthereumTesterProvider
from x402 import x402FacilitatorSync
from x402.mechanisms.evm import FacilitatorWeb3Signer
from x402.mechanisms.evm.exact import register_exact_evm_facilitator
from x402.schemas import PaymentPayload, PaymentRequirements

CHAIN_ID = 84532
NETWORK = f"eip155:{CHAIN_ID}"
TOKEN = json.loads((Path(__file__).parent / "token" / "StableToken.json").read_text())


# A contract by hand: its input is an address and calls of 292 bytes, and each is sent there; one that fails undoes all.
_BATCHER = (
    "0x60348060093d393df3"  # deploy the 52 bytes that follow
    "60205b80361115602c57"  # while there is input left:
    "61012481600037"  # copy a call to memory,
    "60006000610124600060006000355af1"  # send it,
    "15602e5761012401600256"  # and go on, unless it failed
    "5b005b60006000fd"
)  # fmt: skip


class Server:
    """Answers each POST with what `answer(path, body)` returns, and GET with `answer(path, None)`; None is a 500."""

    def __init__(self, answer: Callable[[str, Any], Any]) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self._reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def do_GET(self) -> None:
                self._reply(None)

            def _reply(self, body: Any) -> None:
                found = answer(self.path, body)
                content = json.dumps(found).encode()
                self.send_response(200 if found is not None else 500)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class Chain:
    """`away` makes its node answer nothing but 500."""

    def __init__(self) -> None:
        self.tester = EthereumTester(backend=PyEVMBackend())
        # The library's own chain id is fixed in two places.
        type(self.tester.backend.chain).chain_id = CHAIN_ID
        self.tester.backend.chain.chain_id = CHAIN_ID
        provider = EthereumTesterProvider(self.tester)
        provider.api_endpoints = {name: dict(part) for name, part in provider.api_endpoints.items()}
        provider.api_endpoints["eth"]["chainId"] = lambda *_: hex(CHAIN_ID)
        self._bare = Web3(provider, middleware=[])
        self._lock = threading.RLock()
        self.away = False
        self._held: list[str] | None = None
        self.node = Server(self._answer)
        self.w3 = Web3(Web3.HTTPProvider(self.node.url))
        self.bank = self.w3.eth.accounts[0]
        made = self.w3.eth.contract(abi=TOKEN["abi"], bytecode=TOKEN["bytecode"]).constructor("USDC", "2")
        receipt = self.w3.eth.wait_for_transaction_receipt(made.transact({"from": self.bank, "gas": 3_000_000}))
        self.token = self.w3.eth.contract(address=receipt["contractAddress"], abi=TOKEN["abi"])
        self.treasury = Account.create().address

    def payer(self, dollars: int = 0) -> Any:
        """A fresh wallet with that much in it."""
        wallet = Account.create()
        if dollars:
            self.mint(wallet.address, dollars)
        return wallet

    def mint(self, address: str, dollars: int) -> None:
        self.do(self.token.functions.mint(address, dollars * 1_000_000))

    def do(self, call: Any) -> str:
        """Have the bank submit a call of the token."""
        sent = call.transact({"from": self.bank, "gas": 500_000})
        self.w3.eth.wait_for_transaction_receipt(sent, timeout=5)
        return sent.to_0x_hex()

    def submit_together(self, *signed: tuple[dict[str, Any], str]) -> str:
        """Several authorizations in one transaction, by a contract that passes each on to the token."""
        made = self.w3.eth.send_transaction({"from": self.bank, "data": _BATCHER, "gas": 500_000})
        batcher = self.w3.eth.wait_for_transaction_receipt(made, timeout=5)["contractAddress"]
        calls = "".join(self._transfer(*one)._encode_transaction_data()[2:] for one in signed)
        data = "0x" + self.token.address[2:].rjust(64, "0") + calls
        sent = self.w3.eth.send_transaction({"from": self.bank, "to": batcher, "data": data, "gas": 1_000_000})
        assert self.w3.eth.wait_for_transaction_receipt(sent, timeout=5)["status"] == 1
        return sent.to_0x_hex()

    def submit(self, payment: dict[str, Any], signature: str) -> str:
        """Anybody who has seen a signed authorization may have it executed."""
        return self.do(self._transfer(payment, signature))

    def _transfer(self, payment: dict[str, Any], signature: str) -> Any:
        raw = bytes.fromhex(signature[2:])
        return self.token.functions.transferWithAuthorization(
            payment["from"], payment["to"], int(payment["value"]), int(payment["validAfter"]),
            int(payment["validBefore"]), bytes.fromhex(payment["nonce"][2:]), raw[64], raw[:32], raw[32:64],
        )  # fmt: skip

    def holds(self, address: str) -> int:
        """In atoms, 10,000 to a cent."""
        return int(self.token.functions.balanceOf(address).call())

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Transactions are taken and wait; then they are executed."""
        self._held = []
        try:
            yield
        finally:
            held, self._held = self._held, None
            for raw in held:
                self.w3.eth.wait_for_transaction_receipt(self.w3.eth.send_raw_transaction(raw), timeout=5)

    @contextmanager
    def own_time(self) -> Iterator[Callable[[int], None]]:
        """`pass_time(seconds)` moves the chain's clock ahead; afterwards the chain is as it was before."""

        def pass_time(seconds: int) -> None:
            with self._lock:
                self.tester.time_travel(self.tester.get_block_by_number("latest")["timestamp"] + seconds)
                self.tester.mine_block()

        before = self.tester.take_snapshot()
        try:
            yield pass_time
        finally:
            with self._lock:
                self.tester.revert_to_snapshot(before)

    def _answer(self, path: str, body: Any) -> Any:
        if self.away:
            return None
        if self._held is not None and body["method"] == "eth_sendRawTransaction":
            raw = body["params"][0]
            self._held.append(raw)
            return {"jsonrpc": "2.0", "id": body["id"], "result": "0x" + keccak(hexstr=raw).hex()}
        with self._lock:
            ask = self._bare.provider.request_func(self._bare, self._bare.middleware_onion)
            try:
                answer = ask(body["method"], body["params"])
            except Exception as error:  # a revert
                return {"jsonrpc": "2.0", "id": body["id"], "error": {"code": 3, "message": str(error)}}
        return {"jsonrpc": "2.0", "id": body["id"], **_plain(answer)}


class Facilitator:
    """The SDK's facilitator behind HTTP. `before_settling` runs when a settlement is asked for; `silent` settles, and then
    breaks the connection's answer; `away` answers nothing."""

    def __init__(self, chain: Chain) -> None:
        wallet = Account.create()
        chain.w3.eth.wait_for_transaction_receipt(
            chain.w3.eth.send_transaction({"from": chain.bank, "to": wallet.address, "value": 10**18})
        )
        self.key = wallet.key.to_0x_hex()
        signer = FacilitatorWeb3Signer(self.key, chain.node.url, confirmation_timeout_seconds=1)
        self.scheme = x402FacilitatorSync()
        register_exact_evm_facilitator(self.scheme, signer, networks=NETWORK)
        self.away = self.silent = False
        self.before_settling: Callable[[], None] = lambda: None
        self.settlements = 0
        self.server = Server(self._answer)

    @property
    def url(self) -> str:
        return self.server.url

    def _answer(self, path: str, body: Any) -> Any:
        if self.away:
            return None
        if path == "/supported":
            return self.scheme.get_supported().model_dump(by_alias=True, exclude_none=True)
        payment = PaymentPayload.model_validate(body["paymentPayload"])
        requirements = PaymentRequirements.model_validate(body["paymentRequirements"])
        if path == "/verify":
            return self.scheme.verify(payment, requirements).model_dump(by_alias=True, exclude_none=True)
        self.before_settling()
        self.settlements += 1
        said = self.scheme.settle(payment, requirements).model_dump(by_alias=True, exclude_none=True)
        return None if self.silent else said


def _plain(value: Any) -> Any:
    """As JSON-RPC writes it: numbers and bytes in hexadecimal."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return hex(value)
    if isinstance(value, bytes):
        return "0x" + value.hex()
    if isinstance(value, dict) or hasattr(value, "items"):
        return {name: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value]
