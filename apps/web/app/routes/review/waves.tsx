import { listWaves } from '@stoa/contract/features/waves'
import { limits } from '@stoa/contract/limits'
import { WaveRows } from '../../features/community/waves/wave-rows.tsx'
import { wavesPath } from '../../features/community/waves/wave-paths.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/waves.ts'

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const status = query.get('status') === 'decided' ? 'decided' : 'open'
  const waves = await apiFrom(args).call(listWaves, { page, status })
  return { status, ...toListPage(waves, page, limits.pageSize.default) } as const
}

export default function SpamWaves({ loaderData }: Route.ComponentProps) {
  const { status, list, page, pages, open_count: openCount } = loaderData
  const t = useTranslate()
  const { count } = useFormats()
  const isDecided = status === 'decided'
  return (
    <Page layout="bare">
      <PageMeta title={t('waves.title')} noIndex />
      <PageHead
        title={t('waves.title')}
        end={
          <ButtonLink href="/review" size="sm">
            {t('review.to_desk')}
          </ButtonLink>
        }
      />
      <div className="mt-3 border-b border-line">
        <TabLinks
          label={t('waves.lists')}
          items={[
            {
              href: wavesPath,
              label: t('waves.open'),
              count: openCount === 0 ? undefined : count(openCount),
              current: !isDecided,
            },
            { href: `${wavesPath}?status=decided`, label: t('waves.decided'), current: isDecided },
          ]}
        />
      </div>
      {list.length === 0 ? (
        <EmptyState title={t(isDecided ? 'waves.none_decided' : 'waves.none')}>
          <p>{t(isDecided ? 'waves.none_decided_text' : 'waves.none_text')}</p>
        </EmptyState>
      ) : (
        <WaveRows waves={list} />
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefFor={(target) =>
          withQuery(wavesPath, {
            status: isDecided ? status : undefined,
            page: target > 1 ? target : undefined,
          })
        }
      />
    </Page>
  )
}
