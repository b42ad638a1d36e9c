import {
  type BulkAction,
  getBulkAction,
  stopBulkAction,
  undoBulkAction,
} from '@stoa/contract/features/bulk-actions'
import { useNavigate } from 'react-router'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useProgress } from '../../site/progress/use-progress.ts'
import { bulkActionPath } from './bulk-paths.ts'

/** The progress of a bulk action while it runs, and what can be done with it. */
export function useBulkAction(loaded: BulkAction) {
  const navigate = useNavigate()
  const { id } = loaded
  const { progress: bulk, isLost } = useProgress({
    loaded,
    isRunning: ({ state }) => state === 'running',
    load: (call) => call(getBulkAction, { id }),
  })
  const stop = useMutation({
    send: (call) => call(stopBulkAction, { id }),
    revalidates: true,
  })
  const undo = useMutation({
    send: (call) => call(undoBulkAction, { id }),
    onSuccess: async (started) => await navigate(bulkActionPath(started.id)),
  })
  return { bulk, isLost, stop, undo }
}
