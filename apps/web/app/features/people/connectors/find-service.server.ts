import { listConnectors } from '@stoa/contract/features/connectors'
import { apiFrom } from '../../../kernel/api.server.ts'
import { connectorParameter } from './connector-links.ts'

type Args = Parameters<typeof apiFrom>[0]

/** The name of the service that the URL mentions, or empty. */
export async function findServiceName(args: Args): Promise<string> {
  const slug = args.url.searchParams.get(connectorParameter)
  const connectors = await apiFrom(args).call(listConnectors, {})
  return connectors.find(({ slug_name }) => slug_name === slug)?.name ?? ''
}
