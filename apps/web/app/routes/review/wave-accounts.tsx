import { getWaveProgress, listWaveAccounts } from '@stoa/contract/features/waves'
import { limits } from '@stoa/contract/limits'
import { data } from 'react-router'
import { WaveAccountRows } from '../../features/community/waves/wave-account-rows.tsx'
import { isWaveId, wavePath } from '../../features/community/waves/wave-paths.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import type { Route } from './+types/wave-accounts.ts'

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  if (!isWaveId(id)) throw data(null, { status: 404 })
  const page = parsePageNumber(new URL(args.request.url).searchParams)
  const { state } = await apiFrom(args).call(getWaveProgress, { id })
  const accounts = await apiFrom(args).call(listWaveAccounts, { id, page })
  return { id, state, ...toListPage(accounts, page, limits.pageSize.default) }
}

export default function WaveAccounts({ loaderData }: Route.ComponentProps) {
  const { id, state, count, list, page, pages } = loaderData
  const t = useTranslate()
  const title = t('waves.accounts_title')
  return (
    <Page layout="bare">
      <PageMeta title={title} noIndex />
      <PageHead
        title={title}
        note={t('waves.account_count', { count })}
        end={
          <ButtonLink href={wavePath(id)} size="sm">
            {t('waves.back')}
          </ButtonLink>
        }
      />
      {list.length === 0 ? (
        <EmptyState title={t('waves.no_accounts')} />
      ) : (
        <WaveAccountRows waveId={id} state={state} accounts={list} />
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefFor={(target) =>
          withQuery(wavePath(id, 'accounts'), { page: target > 1 ? target : undefined })
        }
      />
    </Page>
  )
}
