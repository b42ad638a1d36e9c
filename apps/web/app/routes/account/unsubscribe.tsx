import { newsKinds } from '@stoa/contract/features/mails'
import { unsubscribe } from '@stoa/contract/features/recovery'
import { data, Form } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { submit } from '../../kernel/api.server.ts'
import { FormMessage } from '../../kernel/form-message.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/unsubscribe.ts'

/** The URL contains a secret code. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const loader = ({ request }: Route.LoaderArgs) => ({ code: readCode(request) })

/** Mail clients post here directly (one-click unsubscribe). */
export async function action(args: Route.ActionArgs) {
  const result = await submit(args, unsubscribe, { code: readCode(args.request) })
  if (result.ok) return { isDone: true } as const
  const { problem, status } = result
  return data({ isInvalidLink: problem.message === null || status === 403, problem }, { status })
}

function readCode(request: Request) {
  return new URL(request.url).searchParams.get('code') ?? ''
}

/** The code begins with it. The signature is checked when the form is sent. */
function readKind(code: string) {
  const [kind] = code.split('.')
  return kind === 'digest' ? kind : newsKinds.find((one) => one === kind)
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData !== undefined && 'isDone' in actionData) return <Done />
  if (loaderData.code === '' || actionData?.isInvalidLink === true) return <InvalidLink />
  return (
    <ConfirmForm kind={readKind(loaderData.code)} message={actionData?.problem.message ?? null} />
  )
}

type ConfirmFormProps = {
  kind: ReturnType<typeof readKind>
  message: Parameters<typeof FormMessage>[0]['message']
}

function ConfirmForm({ kind, message }: ConfirmFormProps) {
  const t = useTranslate()
  const title =
    kind === undefined
      ? t('unsubscribe.title')
      : kind === 'digest'
        ? t('unsubscribe.title_digest')
        : t('unsubscribe.title_kind', { kind: t(`notify.kind.${kind}`) })
  return (
    <AccountPanel title={title} intro={t('unsubscribe.intro')}>
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
      <SettingsLink />
    </AccountPanel>
  )
}

function InvalidLink() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.failed_title')}>
      <Notice tone="warn" live>
        {t('unsubscribe.invalid_link')}
      </Notice>
      <SettingsLink />
    </AccountPanel>
  )
}

function SettingsLink() {
  const t = useTranslate()
  return (
    <div>
      <ButtonLink href="/users/settings/notify">{t('unsubscribe.settings')}</ButtonLink>
    </div>
  )
}
