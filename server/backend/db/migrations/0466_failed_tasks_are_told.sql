-- Whether somebody was told of a failed task today, read or not, is looked up without reading every message.
create index message_of_failed_task on message (corp_code, matter) where matter like 'taskFailed-%';
