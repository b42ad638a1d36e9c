import {
  getMaintenance,
  type MaintenanceRun,
  startMaintenance,
} from '@stoa/contract/features/health'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useProgress } from '../../site/progress/use-progress.ts'

type Maintenance = ResponseOf<typeof getMaintenance>
type Start = Pick<MaintenanceRun, 'kind' | 'repairs'>

/** The last runs, with their progress while they run. */
export function useMaintenance(loaded: Maintenance) {
  const { progress: maintenance, isLost } = useProgress({
    loaded,
    isRunning: ({ doctor, search_rebuild: rebuild }) =>
      doctor?.state === 'running' || rebuild?.state === 'running',
    load: (call) => call(getMaintenance, {}),
  })
  const start = useMutation({
    send: (call, input: Start) => call(startMaintenance, input),
    revalidates: true,
  })
  return { maintenance, isLost, start }
}
