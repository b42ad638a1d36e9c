import { keycloak } from './keycloak.ts'
import { opensearch } from './opensearch.ts'
import type { TestServer } from './test-server.ts'

export const servers: Readonly<Record<string, TestServer>> = { keycloak, opensearch }
