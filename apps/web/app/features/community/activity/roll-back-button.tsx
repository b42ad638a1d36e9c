import type { Timeline, TimelineRow } from '@stoa/contract/features/activity'
import { rollBack } from '@stoa/contract/features/revisions'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

type RollBackButtonProps = {
  row: Pick<TimelineRow, 'object_id' | 'revision_id' | 'version'>
  info: Pick<Timeline['object_info'], 'version'>
}

export function RollBackButton({ row, info }: RollBackButtonProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { version } = row
  const { run, isSending } = useMutation({
    send: (call) =>
      call(rollBack, {
        object_id: row.object_id,
        revision_id: row.revision_id,
        version: info.version,
      }),
    successToast: () => ({ text: t('timeline.rolled_back', { version }), tone: 'ok' }),
    revalidates: true,
  })
  return (
    <>
      <Button
        size="sm"
        data-needs-script=""
        icon={<Undo2 className="icon" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('timeline.roll_back', { version })}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('timeline.roll_back_title', { version })}
        description={t('timeline.roll_back_text', { version })}
        confirmLabel={t('timeline.roll_back_confirm')}
        cancelLabel={t('moderate.cancel')}
        loading={isSending}
        onConfirm={() => void run().then(() => setOpen(false))}
      />
    </>
  )
}
