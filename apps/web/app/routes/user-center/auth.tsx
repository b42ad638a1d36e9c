import { redirectDocument } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { toAgentLogin } from '../../features/people/user-center/agent-links.ts'
import { findAgent } from '../../features/people/user-center/find-agent.server.ts'
import { locationOf } from '../../kernel/api.server.ts'
import { loginPath, readRedirect } from '../../kernel/paths.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/auth.ts'

/** Other services link here to log a user in. */
export async function loader(args: Route.LoaderArgs) {
  const agent = await findAgent(args)
  if (agent === null) return null
  throw redirectDocument(toAgentLogin(agent, readRedirect(locationOf(args.url))))
}

export default function NoUserCenter() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('user_center.none_title')} intro={t('user_center.none_text')}>
      <div>
        <ButtonLink href={loginPath} variant="primary">
          {t('account.log_in')}
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}
