import { listWebhooks } from '@stoa/contract/features/webhooks'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SecretDialog } from '../../features/admin/webhooks/secret-dialog.tsx'
import { WebhookDialog } from '../../features/admin/webhooks/webhook-dialog.tsx'
import { WebhookTable } from '../../features/admin/webhooks/webhook-table.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/webhooks.ts'

export async function loader(args: Route.LoaderArgs) {
  return { webhooks: await apiFrom(args).call(listWebhooks, {}) }
}

export default function Webhooks({ loaderData: { webhooks } }: Route.ComponentProps) {
  const t = useTranslate()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageMeta title={t('webhooks.title')} noIndex />
      <PageHead
        title={t('webhooks.title')}
        end={
          <Button
            variant="primary"
            data-needs-script=""
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={() => setCreating(true)}
          >
            {t('webhooks.create')}
          </Button>
        }
      />
      {webhooks.length === 0 ? (
        <EmptyState title={t('webhooks.none')}>{t('webhooks.about')}</EmptyState>
      ) : (
        <>
          <p className="mt-1 mb-6 max-w-measure text-md leading-body text-ink-2">
            {t('webhooks.about')}
          </p>
          <WebhookTable webhooks={webhooks} />
        </>
      )}
      {isCreating && (
        <WebhookDialog
          webhook={null}
          onClose={() => setCreating(false)}
          onCreated={(created) => setSecret(created)}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
