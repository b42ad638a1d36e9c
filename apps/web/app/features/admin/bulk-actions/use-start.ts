import type { InputOf } from '@stoa/contract/endpoint'
import { startBulkAction } from '@stoa/contract/features/bulk-actions'
import { useNavigate } from 'react-router'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { bulkActionPath } from './bulk-paths.ts'

type StartInput = InputOf<typeof startBulkAction>
export type ListFilter = Pick<StartInput, 'object_type' | 'question_filter' | 'answer_filter'>
export type BulkChange = Omit<StartInput, keyof ListFilter | 'ids'>

type Start = { selection: { ids: ReadonlySet<string>; isAll: boolean; clear(): void } } & {
  list: ListFilter
}

/** Starts a bulk action and shows its progress. */
export function useStart({ selection, list }: Start) {
  const navigate = useNavigate()
  const { object_type } = list
  const chosen = selection.isAll ? list : { object_type, ids: [...selection.ids] }
  return useMutation({
    send: (call, change: BulkChange) => call(startBulkAction, { ...chosen, ...change }),
    showsFieldError: true,
    async onSuccess({ id }) {
      selection.clear()
      await navigate(bulkActionPath(id))
    },
  })
}
