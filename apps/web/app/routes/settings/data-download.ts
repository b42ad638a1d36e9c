import { exportMyData } from '@stoa/contract/features/profile'
import { apiFrom } from '../../kernel/api.server.ts'
import type { Route } from './+types/data-download.ts'

/** Everything the site keeps about whoever asks, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const mine = await apiFrom(args).call(exportMyData, {})
  return new Response(JSON.stringify(mine, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
