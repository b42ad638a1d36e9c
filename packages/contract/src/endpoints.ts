import type { Endpoint } from './endpoint.ts'
import * as accounts from './features/accounts.ts'
import * as questions from './features/questions.ts'
import * as site from './features/site.ts'
import * as tags from './features/tags.ts'

/** Every endpoint of the product, by feature and name. A feature is added here by hand. */
export const endpoints = {
  site: endpointsOf(site),
  accounts: endpointsOf(accounts),
  tags: endpointsOf(tags),
  questions: endpointsOf(questions),
} as const satisfies Record<string, Record<string, Endpoint>>

/** A feature's module also exports shapes and constants; the endpoints among them. */
function endpointsOf(module: object): Record<string, Endpoint> {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isEndpoint(value)))
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value
}
