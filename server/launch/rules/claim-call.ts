import { encodeFunctionData, parseAbi } from "viem";
import type { ClaimCall } from "@db/vocabulary";

/**
 * The calls by which a member claims: that of OpenZeppelin's leaves with the whole amount, and that of
 * Sablier's campaigns, whose amount is shorter. Both hash to the same leaf, since Solidity's ABI fills an
 * amount up to 32 bytes.
 */
const ABIS = {
  UINT256: parseAbi([
    "function claim(uint256 index, address account, uint256 amount, bytes32[] proof)",
  ]),
  UINT128: parseAbi([
    "function claim(uint256 index, address recipient, uint128 amount, bytes32[] merkleProof)",
  ]),
} as const satisfies Record<ClaimCall, unknown>;

/** Returns the data of a claim's call, `0x` and hex digits. */
export function claimData(
  call: ClaimCall,
  {
    index,
    address,
    amount,
    proof,
  }: { index: number; address: string; amount: bigint; proof: readonly string[] },
): string {
  const args = [BigInt(index), address as `0x${string}`, amount, proof as `0x${string}`[]] as const;
  return call === "UINT128"
    ? encodeFunctionData({ abi: ABIS.UINT128, args })
    : encodeFunctionData({ abi: ABIS.UINT256, args });
}
