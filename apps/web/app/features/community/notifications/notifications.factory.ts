import type { Notification } from '@stoa/contract/features/notifications'
import type { UserBasic } from '@stoa/contract/features/users'

export function aUserBasic(name: string): UserBasic {
  return {
    id: name,
    username: name.toLowerCase(),
    display_name: name,
    avatar: '',
    rank: 1,
    status: 'normal',
  }
}

type Fields = Partial<Omit<Notification, 'object_info'>> & {
  object?: Partial<Notification['object_info']>
}

/** An answer to a question, unless the fields say otherwise. */
export function aNotification({ object, ...fields }: Fields = {}): Notification {
  const ada = aUserBasic('Ada')
  return {
    id: '1',
    kind: 'answer_the_question',
    notification_action: 'answered question',
    reason: 'asker',
    user_info: ada,
    users: [ada],
    user_count: 1,
    object_info: {
      object_type: 'answer',
      object_id: '20',
      title: 'Why is my crust pale?',
      url_title: 'why-is-my-crust-pale',
      excerpt: 'The oven is too cold.',
      object_map: { question: '10', answer: '20', comment: '0', badge_id: '0' },
      ...object,
    },
    rank: 0,
    is_muted: false,
    is_read: false,
    update_time: 1_700_000_000,
    ...fields,
  }
}
