import { keycloak } from './keycloak.ts'
import type { TestServer } from './test-server.ts'

export const servers: Readonly<Record<string, TestServer>> = { keycloak }
