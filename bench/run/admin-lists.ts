import { listAdminAnswers, listAdminQuestions } from '@stoa/contract/features/content-admin'
import { questionListStatuses, questionSorts } from '@stoa/contract/features/content-admin'
import { listInvitations } from '@stoa/contract/features/invitations'
import { listMailLog } from '@stoa/contract/features/mail'
import { accountOrders, listAccounts } from '@stoa/contract/features/people'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { listDeliveries } from '@stoa/contract/features/webhooks'
import type { BenchSite } from './bench-site.ts'

type Query = Record<string, string>

/** Lists of the admin area: first pages, filters, orders and deep pages. */
export function listAdminRequests({ tags, usernames, rareWords }: BenchSite, webhookId: string) {
  const [tag = '', user = '', word = ''] = [tags[0], usernames[0], rareWords[0]]
  const searches = [
    word,
    'typescript',
    `"${word}"`,
    '-typescript cache',
    `[${tag}]`,
    `[${tag}] [${tags[1]}]`,
    `user:${user}`,
    'score:5',
    'views:1000',
    'answers:0',
    'hasaccepted:yes',
    'after:30d',
    'before:2023-01-01',
    `user:${user} before:2023-01-01`,
    'question:10010000000000500',
  ]
  const users: Query[] = [
    {},
    ...accountOrders.flatMap((order): Query[] => [{ order }, { order, direction: 'asc' }]),
    ...['normal', 'suspended', 'deleted', 'inactive'].map((status): Query => ({ status })),
    { staff: 'true' },
    { role_id: '1' },
    ...['week', 'month', 'year', 'longer'].map((seen): Query => ({ seen })),
    ...['password', 'passkey', 'none'].map((sign_in): Query => ({ sign_in })),
    ...['confirmed', 'unconfirmed', 'bounced'].map((email_state): Query => ({ email_state })),
    { reputation_min: '500' },
    { reputation_max: '10', order: 'posts' },
    { joined_from: '2024-01-01', joined_to: '2024-01-31' },
    { status: 'suspended', order: 'reputation' },
    { query: 'person123' },
    { query: 'person123@example.org' },
    { page: '100' },
  ]
  const questions: Query[] = [
    ...questionListStatuses.flatMap((status) =>
      questionSorts.map((sort): Query => ({ status, sort })),
    ),
    ...searches.map((query): Query => ({ query })),
    { query: `[${tag}]`, sort: 'score' },
    { page: '100' },
    { page: '1000' },
  ]
  const answers: Query[] = [
    ...['normal', 'deleted', 'pending'].flatMap((status) =>
      ['newest', 'score'].map((sort): Query => ({ status, sort })),
    ),
    ...searches
      .filter((query) => !query.startsWith('question:'))
      .concat('isaccepted:yes', 'inquestion:10010000000000500', 'answer:10020000000000500')
      .map((query): Query => ({ query })),
    { page: '100' },
    { page: '1000' },
  ]
  const paged: Query[] = [{}, { page: '100' }]
  return [
    ...users.map((query) => ({ path: listAccounts.path, query })),
    ...questions.map((query) => ({ path: listAdminQuestions.path, query })),
    ...answers.map((query) => ({ path: listAdminAnswers.path, query })),
    ...paged.map((query) => ({ path: listInvitations.path, query })),
    ...[...paged, { action: 'suspend_user' }, { from: '2024-01-01', to: '2024-01-31' }].map(
      (query) => ({ path: listStaffLog.path, query }),
    ),
    ...paged.map((query) => ({ path: listMailLog.path, query })),
    ...paged.map((query) => ({
      path: listDeliveries.path,
      query: { id: webhookId, ...query },
    })),
  ]
}
