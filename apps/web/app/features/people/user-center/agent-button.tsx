import type { UserCenterAgent } from '@stoa/contract/features/user-center'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ConnectorIcon } from '../connectors/connector-icon.tsx'

/** Leads to the service that manages the accounts of the site. */
export function AgentButton({ agent, href }: { agent: UserCenterAgent; href: string }) {
  const t = useTranslate()
  return (
    <ButtonLink
      href={href}
      variant="primary"
      size="lg"
      block
      icon={<ConnectorIcon icon={agent.icon} />}
    >
      <bdi className="truncate">{t('connectors.continue', { service: agent.display_name })}</bdi>
    </ButtonLink>
  )
}
