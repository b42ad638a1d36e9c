import type { Feature } from '../../../kernel/feature.ts'
import { mountConnectors } from './connectors.http.ts'
import { connectorListeners } from './connectors.jobs.ts'
import { connectorRoutes } from './connectors.routes.ts'
import { externalAccountsExport } from './links.queries.ts'

export const connectorsFeature: Feature = {
  name: 'connectors',
  routes: connectorRoutes,
  listeners: connectorListeners,
  exports: { externalAccounts: externalAccountsExport },
  mount: mountConnectors,
}
