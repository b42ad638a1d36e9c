import { startNodes } from './opensearch-nodes.ts'

/** The tests start clusters of several nodes themselves. */
export const opensearch = {
  variable: 'STOA_TEST_OPENSEARCH_URL',
  tests: ['apps/server/test/opensearch'],
  async start() {
    const { urls, stop } = await startNodes(1)
    return { url: urls.join(','), stop }
  },
}
