import { acknowledgeWarning, getAccountStanding } from '@stoa/contract/features/user-moderation'
import { Form } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { RelativeTime, useFormats } from '../../kernel/formats.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/status.ts'

export const loader = (args: Route.LoaderArgs) => apiFrom(args).call(getAccountStanding, {})

/** The page shows what is left, whatever the outcome. */
export async function action(args: Route.ActionArgs) {
  const id = (await args.request.formData()).get('warning_id')
  await submit(args, acknowledgeWarning, { warning_id: typeof id === 'string' ? id : '' })
  return null
}

export default function AccountStatus({ loaderData }: Route.ComponentProps) {
  const { silence, warnings } = loaderData
  const t = useTranslate()
  const { dateTime } = useFormats()
  const isGood = silence === null && warnings.length === 0
  return (
    <AccountPanel title={t('standing.title')} intro={t('standing.intro')}>
      {isGood && (
        <Notice tone="ok" live title={t('standing.good')}>
          <p>{t('standing.good_text')}</p>
        </Notice>
      )}
      {silence && (
        <Notice tone="warn" title={t('standing.silenced', { time: dateTime(silence.until) })}>
          <p dir="auto" className="break-words whitespace-pre-line">
            {silence.reason}
          </p>
        </Notice>
      )}
      {warnings.map(({ id, message, created_at }) => (
        <article key={id} className="grid gap-3 border-t border-line pt-4">
          <header className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="font-serif text-lg leading-title font-semibold">
              {t('standing.warning')}
            </h2>
            <p className="text-sm text-ink-3">
              <RelativeTime at={created_at} />
            </p>
          </header>
          <p dir="auto" className="leading-prose break-words whitespace-pre-line">
            {message}
          </p>
          <Form method="post">
            <input type="hidden" name="warning_id" value={id} />
            <Button type="submit" variant="primary">
              {t('standing.acknowledge')}
            </Button>
          </Form>
        </article>
      ))}
    </AccountPanel>
  )
}
