-- What is on sale and at what price: seats in partitions, blocks kept back, prices that move.

-- What an event says about holding.
ALTER TABLE event
  ADD COLUMN extension_seconds integer NOT NULL DEFAULT 0
      CHECK (extension_seconds BETWEEN 0 AND 300),
  ADD COLUMN max_holds_per_customer integer NOT NULL DEFAULT 100
      CHECK (max_holds_per_customer > 0);

-- When the one extension was given; null before.
ALTER TABLE hold ADD COLUMN extended_at timestamptz;

-- How fast seats go, for prices that follow demand.
CREATE INDEX hold_by_age ON hold (event_id, created_at);

-- The rows of a venue, so that "nearest the front" and "in the middle" need no look at every seat.
CREATE TABLE seat_row (
  venue_id      text COLLATE "C" NOT NULL,
  row_label     text COLLATE "C" NOT NULL,
  section_id    text COLLATE "C" NOT NULL,
  -- Its seats have the places from first_ordinal to last_ordinal in the plan, and no others.
  first_ordinal integer NOT NULL,
  last_ordinal  integer NOT NULL,
  first_number  integer NOT NULL,
  last_number   integer NOT NULL,
  PRIMARY KEY (venue_id, row_label),
  FOREIGN KEY (venue_id, section_id) REFERENCES section
);

INSERT INTO seat_row
SELECT venue_id, row_label, section_id, min(ordinal), max(ordinal), min(number), max(number)
  FROM seat
 GROUP BY venue_id, row_label, section_id;

-- Seats that are kept back, for instance for a sponsor, until somebody or the clock lets them go.
-- Such a seat has no row in event_seat before that, and is like any other after.
CREATE TABLE seat_block (
  event_id    text COLLATE "C" NOT NULL REFERENCES event,
  name        text COLLATE "C" NOT NULL,
  ticket_type text NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  seat_ids    text[] NOT NULL,
  -- Null: by hand only.
  release_at  timestamptz,
  released_at timestamptz,
  PRIMARY KEY (event_id, name)
);

CREATE INDEX seat_block_due ON seat_block (release_at) WHERE released_at IS NULL;

-- How far the price of a ticket type is from its price in event_seat just now. No row: not at all.
CREATE TABLE price_factor (
  event_id    text COLLATE "C" NOT NULL REFERENCES event,
  ticket_type text COLLATE "C" NOT NULL,
  per_mille   integer NOT NULL CHECK (per_mille > 0),
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (event_id, ticket_type)
);

-- The one place that says what a factor makes of a price: rounded to the cent, half up.
CREATE FUNCTION priced(cents bigint, per_mille integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (cents * coalesce(per_mille, 1000) + 500) / 1000;

-- What is allocated, withdrawn or priced belongs to an event and to nobody's hold.
ALTER TABLE audit ALTER COLUMN hold_id DROP NOT NULL, ALTER COLUMN customer_id DROP NOT NULL;
ALTER TABLE audit ADD CHECK (action IN ('allocated', 'withdrawn', 'priced')
  OR order_id IS NOT NULL OR (hold_id IS NOT NULL AND customer_id IS NOT NULL));
CREATE INDEX audit_by_event ON audit (event_id, at) WHERE hold_id IS NULL;

-- Every statement about seats names the event, so each event's seats are one partition's: one that
-- is stormed leaves its dead rows to be cleaned there, and the others' indexes stay small.
ALTER TABLE event_seat RENAME TO event_seat_whole;
ALTER INDEX event_seat_by_hold RENAME TO event_seat_whole_by_hold;
ALTER INDEX event_seat_by_state RENAME TO event_seat_whole_by_state;

CREATE TABLE event_seat (
  event_id    text COLLATE "C" NOT NULL,
  seat_id     text COLLATE "C" NOT NULL,
  venue_id    text COLLATE "C" NOT NULL,
  section_id  text COLLATE "C" NOT NULL,
  ordinal     integer NOT NULL,
  ticket_type text NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  state       text COLLATE "C" NOT NULL DEFAULT 'available',
  hold_id     text COLLATE "C",
  deadline    timestamptz,
  version     integer NOT NULL DEFAULT 0,
  CHECK ((CASE state
    WHEN 'available' THEN hold_id IS NULL AND deadline IS NULL
    WHEN 'held'      THEN hold_id IS NOT NULL AND deadline IS NOT NULL
    WHEN 'paying'    THEN hold_id IS NOT NULL AND deadline IS NULL
    WHEN 'sold'      THEN hold_id IS NOT NULL AND deadline IS NULL
  END) IS TRUE)
) PARTITION BY HASH (event_id);

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format(
      'CREATE TABLE event_seat_%s PARTITION OF event_seat
         FOR VALUES WITH (MODULUS 16, REMAINDER %s)
         WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05)',
      lpad(part::text, 2, '0'), part);
  END LOOP;
END $$;

INSERT INTO event_seat (event_id, seat_id, venue_id, section_id, ordinal, ticket_type, price_cents,
                        state, hold_id, deadline, version)
SELECT event_id, seat_id, venue_id, section_id, ordinal, ticket_type, price_cents,
       state, hold_id, deadline, version
  FROM event_seat_whole;

DROP TABLE event_seat_whole;

ALTER TABLE event_seat
  ADD PRIMARY KEY (event_id, seat_id),
  ADD FOREIGN KEY (event_id, venue_id) REFERENCES event (event_id, venue_id),
  ADD FOREIGN KEY (venue_id, seat_id) REFERENCES seat;

CREATE INDEX event_seat_by_hold ON event_seat (hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX event_seat_by_state ON event_seat (event_id, state, section_id);
-- What may still be free, in the order of the plan: gets smaller as seats are sold.
CREATE INDEX event_seat_open ON event_seat (event_id, ordinal)
  WHERE state IN ('available', 'held');

-- New tables have no statistics, and autovacuum never makes any of a partitioned table as a whole.
ANALYZE event_seat;
