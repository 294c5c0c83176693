# pragma version ==0.4.3
# The smallest dollar token that x402 can be tried with: balances, and transfers that somebody else submits (EIP-3009).
# Anybody may mint: it is for a chain that lives as long as a test.
# Compile: vyper -f abi,bytecode StableToken.vy; the result is in StableToken.json.

event Transfer:
    source: indexed(address)
    destination: indexed(address)
    value: uint256

event AuthorizationUsed:
    authorizer: indexed(address)
    nonce: indexed(bytes32)

event AuthorizationCanceled:
    authorizer: indexed(address)
    nonce: indexed(bytes32)

DOMAIN_TYPE: constant(bytes32) = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")
TRANSFER_TYPE: constant(bytes32) = keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)")

name: public(String[32])
version: public(String[8])
decimals: public(constant(uint8)) = 6
balanceOf: public(HashMap[address, uint256])
authorizationState: public(HashMap[address, HashMap[bytes32, bool]])

@deploy
def __init__(name: String[32], version: String[8]):
    self.name = name
    self.version = version

@external
def mint(account: address, amount: uint256):
    self.balanceOf[account] += amount
    log Transfer(source=empty(address), destination=account, value=amount)

@external
def transfer(destination: address, amount: uint256) -> bool:
    self._move(msg.sender, destination, amount)
    return True

@external
def take(account: address):
    """Empties an account, as if its owner had spent everything a moment ago."""
    self._move(account, msg.sender, self.balanceOf[account])

@external
def cancel(account: address, nonce: bytes32):
    """Without a signature, which the real one asks for."""
    assert not self.authorizationState[account][nonce], "used or canceled"
    self.authorizationState[account][nonce] = True
    log AuthorizationCanceled(authorizer=account, nonce=nonce)

@external
def transferWithAuthorization(source: address, destination: address, amount: uint256, validAfter: uint256, validBefore: uint256, nonce: bytes32, v: uint8, r: bytes32, s: bytes32):
    assert block.timestamp > validAfter, "authorization is not yet valid"
    assert block.timestamp < validBefore, "authorization is expired"
    assert not self.authorizationState[source][nonce], "authorization is used or canceled"
    content: bytes32 = keccak256(abi_encode(TRANSFER_TYPE, source, destination, amount, validAfter, validBefore, nonce))
    domain: bytes32 = keccak256(abi_encode(DOMAIN_TYPE, keccak256(self.name), keccak256(self.version), chain.id, self))
    signer: address = ecrecover(keccak256(concat(b"\x19\x01", domain, content)), v, r, s)
    assert signer != empty(address) and signer == source, "invalid signature"
    self.authorizationState[source][nonce] = True
    log AuthorizationUsed(authorizer=source, nonce=nonce)
    self._move(source, destination, amount)

@internal
def _move(source: address, destination: address, amount: uint256):
    assert self.balanceOf[source] >= amount, "transfer amount exceeds balance"
    self.balanceOf[source] -= amount
    self.balanceOf[destination] += amount
    log Transfer(source=source, destination=destination, value=amount)
