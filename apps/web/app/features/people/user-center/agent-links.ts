import type { UserCenterAgent } from '@stoa/contract/features/user-center'
import { redirectParameter } from '../../../kernel/paths.ts'
import { withQuery } from '../connectors/connector-links.ts'

export function toAgentLogin(agent: UserCenterAgent, target: string | null): string {
  return withQuery(agent.login_redirect_url, { [redirectParameter]: target })
}

/** A page of the service itself does not know where to return to. */
export function toAgentSignUp(agent: UserCenterAgent, target: string | null): string {
  const { login_redirect_url: login, sign_up_redirect_url: signUp } = agent
  return signUp === login ? toAgentLogin(agent, target) : signUp
}
