import { logout } from '@stoa/contract/features/accounts'
import { Form, redirect } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { homePath } from '../../kernel/paths.ts'
import { submit } from '../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/logout.ts'

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(visitContext).viewer === null) throw redirect(homePath)
  return null
}

export async function action(args: Route.ActionArgs) {
  if (args.context.get(visitContext).viewer !== null) await submit(args, logout, {})
  return redirect(homePath, {
    headers: {
      'set-cookie': args.context.get(hostContext).expiredSessionCookie(),
      'clear-site-data': '"cache", "storage"',
    },
  })
}

/** Asks for confirmation: a link from another site must not log anyone out. */
export default function Logout() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('account.log_out')} intro={t('account.log_out_confirm')}>
      <Form method="post" reloadDocument className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          {t('account.log_out')}
        </Button>
        <ButtonLink href="/" variant="ghost">
          {t('account.stay_logged_in')}
        </ButtonLink>
      </Form>
    </AccountPanel>
  )
}
