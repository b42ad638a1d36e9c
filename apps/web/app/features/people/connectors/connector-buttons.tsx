import type { Connector } from '@stoa/contract/features/connectors'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { toRows } from './button-rows.ts'
import { ConnectorIcon } from './connector-icon.tsx'
import { toLoginLink } from './connector-links.ts'

type ConnectorButtonsProps = {
  connectors: readonly Connector[]
  /** The page to return to. */
  target: string | null
  /** Whether there is no other way to log in. */
  isOnlyWay?: boolean
}

/** Links, because each leads to another page or service. */
export function ConnectorButtons({ connectors, target, isOnlyWay = false }: ConnectorButtonsProps) {
  const t = useTranslate()
  const isPrimary = isOnlyWay && connectors.length === 1
  return (
    <ul aria-label={t('connectors.log_in_with')} className="grid grid-cols-2 gap-2">
      {toRows(connectors).map(({ connector, isWide, isShort }) => {
        const label = t('connectors.continue', { service: connector.name })
        return (
          <li key={connector.slug_name} className={isWide ? 'col-span-2 min-w-0' : 'min-w-0'}>
            <ButtonLink
              href={toLoginLink(connector, target)}
              variant={isPrimary ? 'primary' : 'secondary'}
              size="lg"
              block
              icon={<ConnectorIcon icon={connector.icon} />}
              aria-label={isShort ? label : undefined}
            >
              <bdi className="truncate">{isShort ? connector.name : label}</bdi>
            </ButtonLink>
          </li>
        )
      })}
    </ul>
  )
}
