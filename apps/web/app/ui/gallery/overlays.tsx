import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { celebrate } from '../confetti.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { IconButton } from '../icon-button.tsx'
import { Menu } from '../menu.tsx'
import { Popover } from '../popover.tsx'
import { Sheet } from '../sheet.tsx'
import { ShortcutSheet } from '../shortcut-sheet.tsx'
import { TextArea } from '../text-area.tsx'
import { useToast } from '../toast.tsx'
import { Tooltip } from '../tooltip.tsx'
import { Cluster, Sample } from './sample.tsx'

type Overlay = 'dialog' | 'confirm' | 'sheet' | 'keys' | null
type Setter = (overlay: Overlay) => void

function Openers({ setOpen }: { setOpen: Setter }) {
  const toast = useToast()
  return (
    <Cluster>
      <Button data-opens="dialog" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button data-opens="confirm" onClick={() => setOpen('confirm')}>
        Confirm
      </Button>
      <Button data-opens="sheet" onClick={() => setOpen('sheet')}>
        Sheet
      </Button>
      <Button data-opens="keys" onClick={() => setOpen('keys')}>
        Shortcuts
      </Button>
      <Button
        data-opens="toast"
        onClick={() =>
          toast({
            text: 'Bookmark added.',
            action: {
              label: 'Undo',
              onSelect: () => toast({ text: 'Bookmark removed.', tone: 'ok' }),
            },
          })
        }
      >
        Toast
      </Button>
      <Button onClick={() => toast({ text: 'Connection lost.', tone: 'bad' })}>Error toast</Button>
      <Button onClick={celebrate}>Confetti</Button>
      <Menu
        trigger={
          <IconButton
            label="More"
            data-opens="menu"
            icon={<Ellipsis className="icon" aria-hidden="true" />}
          />
        }
        items={[
          {
            id: 'edit',
            label: 'Edit',
            icon: <Pencil className="icon" />,
            onSelect: () => undefined,
          },
          { id: 'history', kind: 'link', label: 'History', href: '/dev/gallery' },
          {
            id: 'pin',
            label: 'Pin',
            hint: 'Requires 1,500 reputation',
            disabled: true,
            onSelect: () => undefined,
          },
          { id: 'line', kind: 'line' },
          {
            id: 'compact',
            kind: 'choice',
            label: 'Compact rows',
            checked: true,
            onSelect: () => undefined,
          },
          {
            id: 'delete',
            label: 'Delete',
            icon: <Trash2 className="icon" />,
            danger: true,
            onSelect: () => undefined,
          },
        ]}
      />
      <Tooltip text="Describes what the control does">
        <Button data-opens="tooltip">Tooltip</Button>
      </Tooltip>
      <Popover label="Share" trigger={<Button data-opens="popover">Popover</Button>}>
        <p>https://stoa.example/questions/1</p>
      </Popover>
    </Cluster>
  )
}

function Dialogs({ open, setOpen }: { open: Overlay; setOpen: Setter }) {
  const bind = (name: Overlay) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  })
  return (
    <>
      <Dialog
        {...bind('dialog')}
        title="Close this question"
        description="Give a reason, so that the author knows what to change."
        closeLabel="Close"
        footer={
          <>
            <Button variant="ghost" onClick={() => setOpen(null)}>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => setOpen(null)}>
              Close question
            </Button>
          </>
        }
      >
        <Field label="Reason">
          <TextArea />
        </Field>
      </Dialog>
      <ConfirmDialog
        {...bind('confirm')}
        title="Delete this answer?"
        description="It has 18 votes and 1 comment. You can restore it later."
        confirmLabel="Delete answer"
        cancelLabel="Cancel"
        onConfirm={() => setOpen(null)}
        danger
      />
      <Sheet
        {...bind('sheet')}
        title="Filters"
        closeLabel="Close"
        footer={
          <Button variant="primary" onClick={() => setOpen(null)}>
            Show 48 results
          </Button>
        }
      >
        <p>Filters</p>
      </Sheet>
      <ShortcutSheet
        {...bind('keys')}
        title="Keyboard shortcuts"
        closeLabel="Close"
        thenText="then"
        groups={[
          {
            heading: 'Global',
            shortcuts: [
              { keys: ['?'], label: 'Keyboard shortcuts' },
              { keys: ['/'], label: 'Search' },
              { keys: ['g', 'q'], label: 'Questions' },
            ],
          },
          {
            heading: 'Lists',
            shortcuts: [
              { keys: ['j'], label: 'Next question' },
              { keys: ['k'], label: 'Previous question' },
            ],
          },
        ]}
      />
    </>
  )
}

export function OverlaySamples() {
  const [open, setOpen] = useState<Overlay>(null)
  return (
    <Sample title="Overlays">
      <Openers setOpen={setOpen} />
      <Dialogs open={open} setOpen={setOpen} />
    </Sample>
  )
}
