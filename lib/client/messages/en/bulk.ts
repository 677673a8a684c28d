/** Actions on many contacts at once, which run on the server. */
export const bulk = {
  "bulk.region": "Actions in progress",
  "bulk.doing.tag": {
    one: "Adding “{tag}” to {count} contact",
    other: "Adding “{tag}” to {count} contacts",
  },
  "bulk.doing.untag": {
    one: "Removing “{tag}” from {count} contact",
    other: "Removing “{tag}” from {count} contacts",
  },
  "bulk.doing.unsubscribe": {
    one: "Unsubscribing {count} contact",
    other: "Unsubscribing {count} contacts",
  },
  "bulk.doing.delete": { one: "Deleting {count} contact", other: "Deleting {count} contacts" },
  "bulk.doing.set": {
    one: "Setting {field} for {count} contact",
    other: "Setting {field} for {count} contacts",
  },
  "bulk.done.unsubscribe": { one: "{count} contact unsubscribed", other: "{count} contacts unsubscribed" },
  "bulk.done.delete": { one: "{count} contact deleted", other: "{count} contacts deleted" },
  "bulk.done.set": {
    one: "{field} changed for {count} contact",
    other: "{field} changed for {count} contacts",
  },
  "bulk.done.nothing": "Nothing to change: this was already the case for all of them.",
  "bulk.doing.convert_field": {
    one: "Converting {name} for {count} contact",
    other: "Converting {name} for {count} contacts",
  },
  "bulk.doing.merge_field": {
    one: "Moving {name} for {count} contact",
    other: "Moving {name} for {count} contacts",
  },
  "bulk.doing.delete_field": {
    one: "Deleting {name} from {count} contact",
    other: "Deleting {name} from {count} contacts",
  },
  "bulk.done.convert_field": {
    one: "{name} converted for {count} contact",
    other: "{name} converted for {count} contacts",
  },
  "bulk.done.merge_field": {
    one: "{name} moved for {count} contact",
    other: "{name} moved for {count} contacts",
  },
  "bulk.done.delete_field": {
    one: "{name} deleted from {count} contact",
    other: "{name} deleted from {count} contacts",
  },
  "bulk.unfit": {
    one: "{count} value does not fit the type and stayed as it was",
    other: "{count} values do not fit the type and stayed as they were",
  },
  "bulk.noRoom": {
    one: "{count} contact has no room for another custom field",
    other: "{count} contacts have no room for another custom field",
  },
  "bulk.stopped": "Stopped: {what}.",
  "bulk.failed.tag_deleted": "The tag was deleted in the meantime. Before that: {what}.",
  "bulk.failed.interrupted": "Interrupted too often. Before that: {what}.",
  "bulk.failed.unexpected": "Something went wrong. Before that: {what}.",
  "bulk.of": "{done} of {total}",
  "bulk.waiting": "Waiting for its turn",
  "bulk.progress": "Progress",
  "bulk.stop": "Stop",
  "bulk.started":
    "It runs on the server. You can close this page; its progress is shown above the list and under History.",
  "bulk.undo.running": "Undoing in the background; History shows the progress.",
  "bulk.set": "Set a field",
  "bulk.set.title": {
    one: "Set a field for {count} contact",
    other: "Set a field for {count} contacts",
  },
  "bulk.set.field": "Field",
  "bulk.set.value": "New value",
  "bulk.set.hint": "Replaces what is there. Leave it empty to clear the field.",
  "bulk.set.required": "Replaces what is there.",
  "bulk.set.action": { one: "Set for {count} contact", other: "Set for {count} contacts" },
  "bulk.set.clear": { one: "Clear for {count} contact", other: "Clear for {count} contacts" },
} as const;
