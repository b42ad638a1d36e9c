import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import type { z } from 'zod'

export type Input = Record<string, string>

export type FrequentQuery = {
  name: string
  endpoint: Endpoint
  input: Input
  /** Requested by the most active member instead of a visitor. */
  isMember?: boolean
  /** Requested by a moderator. */
  isStaff?: boolean
  /** Indexes that must be used. */
  uses: readonly string[]
}

/** Values to try for a field of an input, by its name. */
export type Examples = Readonly<Record<string, readonly string[]>>

export const readEndpoints = Object.values(endpoints)
  .flatMap((feature): Endpoint[] => Object.values(feature))
  .filter(({ method, access }) => method === 'GET' && access !== 'admin' && access !== 'install')

/** `question/info` for `/answer/api/v1/question/info`. */
export const nameOf = ({ path }: Endpoint) => path.replace('/answer/api/v1/', '')

/** One input per example of each required field; without required fields, the empty input. */
export function deriveInputs(endpoint: Endpoint, examples: Examples): Input[] {
  const required = Object.entries(endpoint.input.shape)
    .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
    .map(([field]) => field)
  return required.reduce<Input[]>(
    (inputs, field) => {
      const values = examples[field]
      if (values === undefined)
        throw new Error(`${nameOf(endpoint)}: add an example of ${field}, or inputs to the list`)
      return inputs.flatMap((input) => values.map((value) => ({ ...input, [field]: value })))
    },
    [{}],
  )
}
