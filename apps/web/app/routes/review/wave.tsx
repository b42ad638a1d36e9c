import { getWave } from '@stoa/contract/features/waves'
import { data } from 'react-router'
import { WavePage } from '../../features/community/waves/wave-page.tsx'
import { isWaveId } from '../../features/community/waves/wave-paths.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/wave.ts'

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  if (!isWaveId(id)) throw data(null, { status: 404 })
  return await apiFrom(args).call(getWave, { id })
}

export default function SpamWave({ loaderData }: Route.ComponentProps) {
  return (
    <Page layout="bare">
      <WavePage key={loaderData.id} wave={loaderData} />
    </Page>
  )
}
