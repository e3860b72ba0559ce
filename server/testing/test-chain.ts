import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createAddressFromString, hexToBytes, type PrefixedHexString } from "@ethereumjs/util";
import { decodeFunctionResult, encodeDeployData, encodeFunctionData, parseAbi } from "viem";

const ABI = parseAbi([
  "constructor(bytes32 root)",
  "function paid(address account) view returns (uint256)",
]);

/** The package has no types of its own. */
interface Compiler {
  compile: (input: string, options: { import: (file: string) => { contents: string } }) => string;
}

const packages = createRequire(import.meta.url);
let compiled: PrefixedHexString | null = null;

/** Compiles the distributor of the tests with OpenZeppelin's MerkleProof. */
async function bytecode(): Promise<PrefixedHexString> {
  if (compiled) return compiled;
  // Starts a compiler of eight megabytes, which most tests of a run do not need.
  const { compile } = (await import("solc")).default as Compiler;
  const content = readFileSync(path.join(import.meta.dirname, "Distributor.sol"), "utf8");
  const input = {
    language: "Solidity",
    sources: { "Distributor.sol": { content } },
    settings: {
      evmVersion: "paris",
      outputSelection: { "*": { Distributor: ["evm.bytecode.object"] } },
    },
  };
  const readImport = (file: string) => ({ contents: readFileSync(packages.resolve(file), "utf8") });
  const output = JSON.parse(compile(JSON.stringify(input), { import: readImport })) as {
    errors?: { severity: string; formattedMessage: string }[];
    contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
  };
  const fault = output.errors?.find(({ severity }) => severity === "error");
  const object = output.contracts?.["Distributor.sol"]?.["Distributor"]?.evm.bytecode.object;
  if (fault || !object) throw new Error(fault?.formattedMessage ?? "Nothing was compiled.");
  compiled = `0x${object}`;
  return compiled;
}

/** A chain in this process with one distributor. */
export interface TestChain {
  /** The distributor's address. */
  contract: string;
  /** Sends a call; false if the contract refuses it. */
  call(data: string): Promise<boolean>;
  /** What the distributor paid an address, in the token's smallest units. */
  paid(account: string): Promise<bigint>;
}

/** Starts a chain whose distributor holds the root. */
export async function startChain(root: string): Promise<TestChain> {
  const { createVM } = await import("@ethereumjs/vm");
  const vm = await createVM();
  const data = encodeDeployData({
    abi: ABI,
    bytecode: await bytecode(),
    args: [root as `0x${string}`],
  });
  const { createdAddress: to, execResult } = await vm.evm.runCall({
    data: hexToBytes(data),
    gasLimit: 10_000_000n,
  });
  if (!to || execResult.exceptionError) throw new Error("The distributor was not deployed.");
  const caller = createAddressFromString(`0x${"ee".repeat(20)}`);
  const run = (call: string) =>
    vm.evm.runCall({
      to,
      caller,
      data: hexToBytes(call as PrefixedHexString),
      gasLimit: 10_000_000n,
    });
  return {
    contract: to.toString(),
    call: async (call) => !(await run(call)).execResult.exceptionError,
    async paid(account) {
      const args = [account as `0x${string}`] as const;
      const { execResult: result } = await run(
        encodeFunctionData({ abi: ABI, functionName: "paid", args }),
      );
      const hex = Buffer.from(result.returnValue).toString("hex");
      return decodeFunctionResult({ abi: ABI, functionName: "paid", data: `0x${hex}` });
    },
  };
}
