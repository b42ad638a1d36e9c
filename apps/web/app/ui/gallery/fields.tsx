import { useState } from 'react'
import { Checkbox } from '../checkbox.tsx'
import { Combobox } from '../combobox.tsx'
import { Field } from '../field.tsx'
import { FileDrop } from '../file-drop.tsx'
import type { ListOption } from '../listbox.tsx'
import { PasswordInput } from '../password-input.tsx'
import { RadioGroup } from '../radio-group.tsx'
import { Select } from '../select.tsx'
import { Switch } from '../switch.tsx'
import { TagPicker } from '../tag-picker.tsx'
import { TextArea } from '../text-area.tsx'
import { TextInput } from '../text-input.tsx'
import { Sample } from './sample.tsx'

const ZONES: ListOption[] = ['Africa/Cairo', 'Asia/Shanghai', 'Europe/Athens', 'Europe/Paris'].map(
  (zone) => ({ value: zone, label: zone, hint: zone.split('/')[0] }),
)

const TAGS: ListOption[] = [
  { value: 'postgresql', label: 'postgresql', hint: 'The relational database', end: '1,204' },
  { value: 'typescript', label: 'typescript', hint: 'JavaScript with types', end: '912' },
  { value: 'sourdough', label: 'sourdough', hint: 'Bread raised by wild yeast', end: '311' },
]

const filterOptions = (options: ListOption[], query: string) =>
  options.filter((option) => option.value.toLowerCase().includes(query.toLowerCase()))

function TextFields() {
  return (
    <Sample title="Text fields">
      <Field label="Display name" hint="Shown next to your posts.">
        <TextInput defaultValue="Leila Haddad" />
      </Field>
      <Field label="Website" required error="Enter a URL that starts with https://.">
        <TextInput defaultValue="leila.example" />
      </Field>
      <Field label="Username">
        <TextInput disabled defaultValue="leila" />
      </Field>
      <Field label="Password" aside="At least 8 characters">
        <PasswordInput
          showLabel="Show password"
          hideLabel="Hide password"
          autoComplete="new-password"
          defaultValue="a long passphrase"
        />
      </Field>
      <Field label="About you" aside="0 / 4096">
        <TextArea placeholder="Tell others about yourself" />
      </Field>
      <Field label="Markdown" error="Write at least six characters.">
        <TextArea mono defaultValue="**Hi**" />
      </Field>
    </Sample>
  )
}

function Pickers() {
  const [zone, setZone] = useState('Europe/Athens')
  const [tag, setTag] = useState('')
  const [chosen, setChosen] = useState(['sourdough', 'cold-proof'])
  const zones = filterOptions(ZONES, zone)
  const tags = filterOptions(TAGS, tag).filter((option) => !chosen.includes(option.value))
  return (
    <Sample title="Select, combobox, tag picker, files">
      <Field label="Language">
        <Select
          defaultValue="ar"
          options={[
            { value: 'en', label: 'English' },
            { value: 'ar', label: 'العربية' },
            { value: 'zh', label: '简体中文' },
          ]}
        />
      </Field>
      <Field label="Time zone">
        <Combobox
          options={zones}
          listLabel="Time zones"
          query={zone}
          onQuery={setZone}
          onPick={(option) => setZone(option.value)}
          selected={zone}
          message={zones.length === 0 ? 'No results.' : undefined}
        />
      </Field>
      <Field label="Tags" hint="Add up to five tags.">
        <TagPicker
          name="tags"
          chosen={chosen}
          onChosen={setChosen}
          options={tags}
          query={tag}
          onQuery={setTag}
          listLabel="Tags"
          removeLabel={(name) => `Remove ${name}`}
          max={5}
          create={(text) => text.toLowerCase()}
        />
      </Field>
      <FileDrop
        name="avatar"
        prompt="Drop an image or choose a file"
        hint="PNG, JPEG or WebP, up to 4 MB"
        accept="image/*"
        onFiles={() => undefined}
        removeLabel={(name) => `Remove ${name}`}
        progressLabel={(name) => `Uploading ${name}`}
        onRemove={() => undefined}
        uploads={[
          { id: '1', name: 'profile-photo.webp', size: '1.2 MB', progress: 0.62 },
          {
            id: '2',
            name: 'a-very-long-name-that-does-not-fit-anywhere.png',
            size: '9 MB',
            error: 'Larger than 4 MB.',
          },
          { id: '3', name: 'screenshot.jpg', size: '230 KB' },
        ]}
      />
    </Sample>
  )
}

function Toggles() {
  return (
    <Sample title="Checkbox, radio, switch">
      <div className="grid justify-items-start">
        <Checkbox label="Stay logged in on this device" defaultChecked />
        <Checkbox label="Send me a digest" hint="Once a week." />
        <Checkbox label="Select all" indeterminate />
        <Checkbox label="Not available" disabled />
      </div>
      <RadioGroup
        legend="Theme"
        name="theme"
        defaultValue="system"
        options={[
          { value: 'system', label: 'System', hint: 'Follows your device settings.' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark', disabled: true },
        ]}
      />
      <RadioGroup
        legend="Reason"
        name="reason"
        error="Choose a reason."
        options={[{ value: 'spam', label: 'Spam' }]}
      />
      <Switch label="Allow registration" hint="When off, users must be invited." defaultChecked />
      <Switch label="Private site" />
      <Switch label="Managed by an administrator" disabled />
    </Sample>
  )
}

export function FieldSamples() {
  return (
    <>
      <TextFields />
      <Pickers />
      <Toggles />
    </>
  )
}
