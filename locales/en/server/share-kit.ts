/** The cards and texts by which members share their link, in the language of who receives them. */
export const shareKit = {
  invitedBy: "{{name}} invites you",
  invited: "You are invited",
  code: "{{invitation}} · code {{code}}",
  price: "1 {{symbol}} = {{price}}",
  caption: "Have a look at {{token}} of {{company}}. My code is {{code}}:",
  subject: "An invitation to {{token}}",
  mail: "Hello,\n\nI take part in the sale of {{token}} by {{company}}. If you want to read about it, this is my link:\n{{link}}\n\nMy code is {{code}}. I receive a reward if you buy.\n\n{{notice}}",
};
