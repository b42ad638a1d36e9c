import type { EditorView } from '@codemirror/view'
import { CircleQuestionMark, Paperclip } from 'lucide-react'
import { Toolbar as Radix } from 'radix-ui'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from '../icon-button.tsx'
import { Menu } from '../menu.tsx'
import { runCommand } from './codemirror.ts'
import type { EditorCommand, EditorOptions } from './extension.ts'
import { formatKeys, type DialogName, type HeadingTool, type Tool } from './tools.tsx'
import type { EditorLabels } from './labels.ts'

type ToolbarProps = {
  labels: EditorLabels
  tools: (Tool | HeadingTool)[][]
  options: EditorOptions
  view: EditorView
  dir: 'ltr' | 'rtl'
  onDialog: (name: DialogName) => void
  onFiles: (files: File[]) => void
  toolbarRef: React.Ref<HTMLDivElement>
}

/** ARIA toolbar: one Tab stop, arrow keys inside. */
export function Toolbar(props: ToolbarProps) {
  const { labels, tools, options, view, dir, onDialog, onFiles, toolbarRef } = props
  const run = (command: EditorCommand) => {
    runCommand(view, command)
    view.focus()
  }
  const pluginTools = options.extensions?.flatMap(({ tools: more = [] }) => more) ?? []
  return (
    <Radix.Root
      ref={toolbarRef}
      dir={dir}
      aria-label={labels('formatting')}
      className="editor-tools scroll-x flex min-w-0 flex-1 items-center gap-0.5 pointer-coarse:gap-1"
      // Keeps the text selection, and the keyboard on phones.
      onMouseDown={(event) => event.preventDefault()}
    >
      {tools.map((group, index) => (
        <Group key={index} first={index === 0}>
          {group
            .filter(hasButton)
            .map((tool) =>
              'levels' in tool ? (
                <HeadingMenu key={tool.label} tool={tool} labels={labels} view={view} />
              ) : (
                <ToolButton
                  key={tool.label}
                  label={labels(tool.label)}
                  keys={tool.keys}
                  icon={
                    <tool.icon className={tool.directional ? DIRECTIONAL : 'icon'} aria-hidden />
                  }
                  onClick={() => ('dialog' in tool ? onDialog(tool.dialog) : run(tool.command))}
                />
              ),
            )}
        </Group>
      ))}
      <Group>
        {options.upload && options.attachments !== undefined && (
          <AttachButton
            label={labels('attachment')}
            accept={options.attachments}
            onFiles={onFiles}
          />
        )}
        {pluginTools.map((tool) => (
          <ToolButton
            key={tool.id}
            label={tool.label}
            keys={tool.keys}
            icon={tool.icon}
            onClick={() => run(tool.run)}
          />
        ))}
        <ToolButton
          label={labels('help')}
          icon={<CircleQuestionMark className="icon" aria-hidden />}
          onClick={() => onDialog('help')}
        />
      </Group>
    </Radix.Root>
  )
}

const hasButton = (tool: Tool | HeadingTool) => 'levels' in tool || tool.keysOnly !== true

const DIRECTIONAL = 'icon rtl:-scale-x-100'

function Group({ first = false, children }: { first?: boolean; children: ReactNode }) {
  return (
    <>
      {!first && <Radix.Separator className="mx-1 h-5 w-px flex-none bg-line-strong" />}
      {children}
    </>
  )
}

type ToolButtonProps = ComponentProps<'button'> & { label: string; icon: ReactNode; keys?: string }

function ToolButton({ label, icon, keys, ...rest }: ToolButtonProps) {
  return (
    <Radix.Button asChild>
      <IconButton
        label={label}
        icon={icon}
        title={keys === undefined ? label : `${label} (${formatKeys(keys)})`}
        size="sm"
        className="flex-none pointer-coarse:size-control [&_svg]:size-[1.0625rem]"
        {...rest}
      />
    </Radix.Button>
  )
}

type HeadingMenuProps = { tool: HeadingTool; labels: EditorLabels; view: EditorView }

function HeadingMenu({ tool, labels, view }: HeadingMenuProps) {
  const hasSelected = useRef(false)
  return (
    <Menu
      trigger={
        <ToolButton
          label={labels(tool.label)}
          icon={<tool.icon className="icon" aria-hidden />}
          // The menu returns the focus to its button; after a selection it belongs to the text.
          onFocus={() => {
            if (hasSelected.current) view.focus()
            hasSelected.current = false
          }}
        />
      }
      items={tool.levels.map(({ label, keys, command }) => ({
        id: keys,
        label,
        hint: formatKeys(keys),
        onSelect: () => {
          hasSelected.current = true
          runCommand(view, command)
        },
      }))}
    />
  )
}

type AttachButtonProps = { label: string; accept: string; onFiles: (files: File[]) => void }

function AttachButton({ label, accept, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton
        label={label}
        icon={<Paperclip className="icon" aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
