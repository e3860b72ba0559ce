// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// Counts what a contract of claims would pay, for tests alone: the product ships no contract.
contract Distributor {
    bytes32 public immutable root;
    mapping(uint256 index => bool) public isClaimed;
    mapping(address account => uint256) public paid;

    constructor(bytes32 root_) {
        root = root_;
    }

    function claim(uint256 index, address account, uint256 amount, bytes32[] calldata proof) external {
        _claim(index, account, amount, proof);
    }

    /// The call of Sablier's campaigns, with their leaf.
    function claim(uint256 index, address recipient, uint128 amount, bytes32[] calldata merkleProof) external {
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(index, recipient, amount))));
        require(MerkleProof.verify(merkleProof, root, leaf), "proof");
        _claim(index, recipient, amount, merkleProof);
    }

    function _claim(uint256 index, address account, uint256 amount, bytes32[] calldata proof) private {
        require(!isClaimed[index], "claimed");
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(index, account, amount))));
        require(MerkleProof.verifyCalldata(proof, root, leaf), "proof");
        isClaimed[index] = true;
        paid[account] += amount;
    }
}
