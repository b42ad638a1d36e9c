import type { ApiKey } from '@stoa/contract/features/api-keys'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { KeyMenu } from './key-menu.tsx'
import { accountPath } from './people-query.ts'

const tones = { active: 'ok', expired: 'plain', revoked: 'bad' } as const

export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const t = useTranslate()
  return (
    <Table
      caption={t('api_keys.title')}
      rows={keys}
      rowKey={({ id }) => id}
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<ApiKey>[] {
  const t = useTranslate()
  const { date } = useFormats()
  return [
    {
      id: 'description',
      head: t('api_keys.description'),
      narrow: 'title',
      cell: ({ description, access_key: key }) => (
        <span className="min-w-0">
          <bdi className="font-semibold break-words">{description}</bdi>
          <code dir="ltr" className="block font-mono text-xs break-all text-ink-3">
            {key}
          </code>
        </span>
      ),
    },
    {
      id: 'scope',
      head: t('api_keys.scope'),
      cell: ({ scope }) => t(`api_keys.scope.${scope}`),
    },
    {
      id: 'state',
      head: t('api_keys.state_label'),
      cell: ({ state }) => (
        <StatusLabel tone={tones[state]}>{t(`api_keys.state.${state}`)}</StatusLabel>
      ),
    },
    {
      id: 'owner',
      head: t('api_keys.owner'),
      cell: ({ owner }) => (
        <TextLink tone="quiet" href={accountPath(owner.id)} className="hit">
          <bdi>{owner.display_name}</bdi>
        </TextLink>
      ),
    },
    {
      id: 'created',
      head: t('api_keys.created'),
      cell: ({ created_at: at }) => <RelativeTime at={at} />,
    },
    {
      id: 'expires',
      head: t('api_keys.expires'),
      cell: ({ expires_at: at }) => (
        <span className="whitespace-nowrap">
          {at === null ? t('api_keys.never_expires') : date(at)}
        </span>
      ),
    },
    {
      id: 'used',
      head: t('api_keys.last_used'),
      cell: (key) => <LastUse apiKey={key} />,
    },
    {
      id: 'actions',
      head: t('people.actions'),
      hideHead: true,
      align: 'end',
      narrow: 'corner',
      cell: (key) => <KeyMenu apiKey={key} />,
    },
  ]
}

function LastUse({ apiKey: { last_used_at: at, last_network: network } }: { apiKey: ApiKey }) {
  const t = useTranslate()
  if (at === null) return <span className="text-ink-3">{t('api_keys.never')}</span>
  return (
    <>
      <RelativeTime at={at} />
      <bdi dir="ltr" className="block text-sm break-all text-ink-3">
        {network}
      </bdi>
    </>
  )
}
