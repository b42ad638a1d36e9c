import { listApiKeys } from '@stoa/contract/features/api-keys'
import { limits } from '@stoa/contract/limits'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { CreateKeyDialog } from '../../features/admin/people/create-key-dialog.tsx'
import { KeyTable } from '../../features/admin/people/key-table.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/api-keys.ts'

export async function loader(args: Route.LoaderArgs) {
  const page = parsePageNumber(new URL(args.request.url).searchParams)
  const keys = await apiFrom(args).call(listApiKeys, { page })
  return toListPage(keys, page, limits.pageSize.default)
}

export default function ApiKeys({ loaderData: { list, page, pages } }: Route.ComponentProps) {
  const t = useTranslate()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageMeta title={t('api_keys.title')} noIndex />
      <PageHead
        title={t('api_keys.title')}
        end={
          <Button
            variant="primary"
            data-needs-script=""
            icon={<KeyRound className="icon" aria-hidden="true" />}
            onClick={() => setCreating(true)}
          >
            {t('api_keys.create')}
          </Button>
        }
      />
      {list.length === 0 ? (
        <EmptyState
          title={t('api_keys.none')}
          action={<ButtonLink href="/api-docs">{t('api_keys.docs')}</ButtonLink>}
        >
          {t('api_keys.about')}
        </EmptyState>
      ) : (
        <>
          <p className="mt-1 mb-6 max-w-measure text-md leading-body text-ink-2">
            {t('api_keys.about')} <TextLink href="/api-docs">{t('api_keys.docs')}</TextLink>
          </p>
          <KeyTable keys={list} />
          <PageLinks
            page={page}
            pages={pages}
            hrefFor={(number) =>
              withQuery('/admin/api-keys', { page: number > 1 ? number : undefined })
            }
          />
        </>
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </>
  )
}
