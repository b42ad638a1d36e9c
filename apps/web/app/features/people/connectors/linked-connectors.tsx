import type { LinkedConnector } from '@stoa/contract/features/connectors'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { accountPath } from '../auth/email-section.tsx'
import { ConnectorIcon } from './connector-icon.tsx'
import { connectedParameter, connectParameter, toConnectLink } from './connector-links.ts'
import { DisconnectButton } from './disconnect-button.tsx'
import { ServiceForm, type RejectedService } from './service-form.tsx'

/** What became of the last form of the section. */
export type ConnectorResult =
  | {
      rejected?: RejectedService
      /** The name of the service. */
      disconnected?: string
      problem?: string
      isLastWay?: boolean
    }
  | undefined

type LinkedConnectorsProps = { connectors: LinkedConnector[]; result: ConnectorResult }

/** Other services with which the user logs in. Works without JavaScript. */
export function LinkedConnectors({ connectors, result }: LinkedConnectorsProps) {
  const t = useTranslate()
  const open = new URLSearchParams(useLocation().search).get(connectParameter)
  if (connectors.length === 0) return null
  return (
    <Section title={t('connectors.title')} size="sm">
      <p className="max-w-measure py-1 text-md leading-body text-ink-2">{t('connectors.about')}</p>
      <ResultNotice connectors={connectors} result={result} />
      <ul>
        {connectors.map((connector) => (
          <Row
            key={connector.slug_name}
            connector={connector}
            isOpen={open === connector.slug_name && connector.type === 'form'}
            rejected={result?.rejected}
          />
        ))}
      </ul>
    </Section>
  )
}

type RowProps = { connector: LinkedConnector; isOpen: boolean; rejected: RejectedService }

function Row({ connector, isOpen, rejected }: RowProps) {
  const t = useTranslate()
  const { name, icon, binding } = connector
  return (
    <li className="border-b border-line py-2.5">
      <div className="flex items-center gap-3">
        <span className="grid size-6 flex-none place-items-center text-xl text-ink-2">
          <ConnectorIcon icon={icon} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-md font-semibold break-words">
            <bdi>{name}</bdi>
          </p>
          <p className={binding ? 'text-sm text-ok' : 'text-sm text-ink-3'}>
            {t(binding ? 'connectors.connected' : 'connectors.not_connected')}
          </p>
        </div>
        {binding ? (
          <DisconnectButton connector={connector} />
        ) : (
          !isOpen && (
            <ButtonLink
              href={toConnectLink(connector)}
              keepScroll
              size="sm"
              aria-label={t('connectors.connect_service', { service: name })}
            >
              {t('connectors.connect')}
            </ButtonLink>
          )
        )}
      </div>
      {isOpen && !binding && (
        <div className="grid gap-3 py-3 ps-9">
          <p className="text-md text-ink-2">{t('connectors.form_intro', { service: name })}</p>
          <ServiceForm rejected={rejected} name="intent" submitLabel={t('connectors.connect')}>
            <ButtonLink href={accountPath} variant="ghost" keepScroll>
              {t('account_settings.cancel')}
            </ButtonLink>
          </ServiceForm>
        </div>
      )}
    </li>
  )
}

function ResultNotice({ connectors, result }: LinkedConnectorsProps) {
  const t = useTranslate()
  const connected = new URLSearchParams(useLocation().search).get(connectedParameter)
  const service = connectors.find(({ slug_name, binding }) => slug_name === connected && binding)
  const [initial] = useState(result)
  const { problem, isLastWay = false, disconnected } = result ?? {}
  if (problem !== undefined)
    return (
      <div className="py-2">
        <Notice
          tone="bad"
          live
          actions={
            isLastWay && (
              <TextLink href={`${accountPath}?change=password`} keepScroll className="hit ms-2">
                {t('account_settings.set_password')}
              </TextLink>
            )
          }
        >
          {problem}
        </Notice>
      </div>
    )
  if (disconnected !== undefined && result !== initial) return <DisconnectedToast result={result} />
  if (disconnected === undefined && service === undefined) return null
  return (
    <div className="py-2">
      <Notice tone="ok" live>
        {disconnected === undefined
          ? t('connectors.now_connected', { service: service?.name ?? '' })
          : t('connectors.disconnected')}
      </Notice>
    </div>
  )
}

function DisconnectedToast({ result }: { result: ConnectorResult }) {
  const t = useTranslate()
  const showToast = useToast()
  const show = useEffectEvent(() => showToast({ text: t('connectors.disconnected'), tone: 'ok' }))
  useEffect(() => show(), [result])
  return null
}
