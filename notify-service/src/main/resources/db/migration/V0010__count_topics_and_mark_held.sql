-- How many members a topic has, counted by whoever changes them: counting a million of them at
-- each of a thousand calls would take minutes.
CREATE TABLE topic (
  name    text   PRIMARY KEY,
  members bigint NOT NULL
);
INSERT INTO topic (name, members) SELECT topic, count(*) FROM topic_member GROUP BY topic;

-- Held by quiet hours: looked at again when its recipient changes them.
ALTER TABLE delivery ADD COLUMN held boolean NOT NULL DEFAULT false;
CREATE INDEX delivery_held ON delivery (recipient) WHERE held;
