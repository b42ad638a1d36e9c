import { unsubscribe } from '@stoa/contract/features/recovery'
import { data, Form } from 'react-router'
import { AccountPanel } from '../../features/accounts/account-panel.tsx'
import { submit } from '../../kernel/api.server.ts'
import { FormMessage } from '../../kernel/form-message.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/unsubscribe.ts'

/** The address holds a code: nobody but this browser should have the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const loader = ({ request }: Route.LoaderArgs) => ({ code: codeOf(request) })

/** Mail programs post to the same address by themselves, with the code in it and no page around it. */
export async function action(args: Route.ActionArgs) {
  const result = await submit(args, unsubscribe, { code: codeOf(args.request) })
  if (result.ok) return { isDone: true } as const
  const { problem, status } = result
  return data({ isBroken: problem.message === null || status === 403, problem }, { status })
}

function codeOf(request: Request) {
  return new URL(request.url).searchParams.get('code') ?? ''
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData !== undefined && 'isDone' in actionData) return <Done />
  if (loaderData.code === '' || actionData?.isBroken === true) return <Broken />
  return <Ask message={actionData?.problem.message ?? null} />
}

function Ask({ message }: { message: Parameters<typeof FormMessage>[0]['message'] }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('unsubscribe.title')} intro={t('unsubscribe.intro')}>
      <Form method="post" className="grid gap-4">
        <FormMessage message={message} isLate={false} />
        <Button type="submit" variant="primary" size="lg" block>
          {t('unsubscribe.stop')}
        </Button>
      </Form>
    </AccountPanel>
  )
}

function Done() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('unsubscribe.done_title')}>
      <p className="leading-prose">{t('unsubscribe.done_text')}</p>
      <Settings />
    </AccountPanel>
  )
}

function Broken() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.failed_title')}>
      <Notice tone="warn" live>
        {t('unsubscribe.broken')}
      </Notice>
      <Settings />
    </AccountPanel>
  )
}

function Settings() {
  const t = useTranslate()
  return (
    <div>
      <ButtonLink href="/users/settings/notify">{t('unsubscribe.settings')}</ButtonLink>
    </div>
  )
}
